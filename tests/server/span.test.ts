/** Spans for OpenTelemetry, with its own SDK in this process. */
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startHosted } from '../support/hosted.ts'
import { type Service, startService } from '../support/service.ts'

const SITE = 'https://shop.example'
const KEY = 'key-of-the-operator'
const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
let node: Service
let prices: Service
let hosted: Awaited<ReturnType<typeof startHosted>>

beforeAll(async () => {
  provider.register()
  node = await startService(() => ({ json: { jsonrpc: '2.0', id: 1, result: '0x1' } }))
  prices = await startService(() => ({ status: 500, json: { error: KEY } }))
  hosted = await startHosted(
    {
      ...{ sites: [SITE], sources: { rpc: {}, coingecko: { url: prices.url } } },
      networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: `${node.url}/${KEY}` }],
    },
    { WALLETKIT_COINGECKO_KEY: KEY },
  )
})
beforeEach(() => exporter.reset())
afterAll(async () => {
  await hosted?.close()
  await node?.close()
  await prices?.close()
  await provider.shutdown()
})

const spans = () =>
  exporter.getFinishedSpans().map(({ name, kind, attributes, status, parentSpanContext }) => {
    return { name, kind, attributes, status: status.code, parent: parentSpanContext?.spanId }
  })
/** Resolves once the request's own span has ended, which is after the response. */
const ended = async () => {
  await expect.poll(() => spans().some(({ kind }) => kind === SpanKind.SERVER)).toBe(true)
  return spans()
}

it('are one for each request, with its route and its status, and nothing of its URL and headers', async () => {
  const secret = 'a-code-that-logs-in'
  await fetch(`${hosted.url()}/social/callback/google?code=${secret}&state=${secret}`, {
    headers: { cookie: secret, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  const [span, ...more] = await ended()
  expect(more).toEqual([])
  expect(span).toMatchObject({ name: 'GET social', kind: SpanKind.SERVER, status: SpanStatusCode.UNSET })
  // A visitor chooses neither the trace nor whether it is recorded.
  expect(span?.parent).toBeUndefined()
  expect(span?.attributes).toEqual({
    ...{ 'http.request.method': 'GET', 'http.route': 'social' },
    'http.response.status_code': expect.any(Number) as number,
  })
  expect(
    JSON.stringify(exporter.getFinishedSpans().map(({ attributes, events }) => [attributes, events])),
  ).not.toContain(secret)
})

it('have those of the services that were asked below them, without an address or a key', async () => {
  const answer = await fetch(`${hosted.url()}/v1/?chainId=eip155:1`, {
    method: 'POST',
    headers: { origin: SITE, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
  })
  expect(await answer.json()).toMatchObject({ result: '0x1' })
  const all = await ended()
  const request = exporter.getFinishedSpans().find(({ kind }) => kind === SpanKind.SERVER)
  const asked = all.filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(asked).toEqual([
    expect.objectContaining({
      ...{ name: 'ask the node of Ethereum', attributes: { 'peer.service': 'the node of Ethereum' } },
      parent: request?.spanContext().spanId,
    }),
  ])
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${KEY}|127\\.0\\.0\\.1`))
})

it('say that a service failed, and not what it said', async () => {
  await fetch(`${hosted.url()}/v1/fungible/price`, {
    method: 'POST',
    headers: { origin: SITE, 'content-type': 'application/json' },
    body: JSON.stringify({ currency: 'usd', addresses: ['eip155:1:0x0000000000000000000000000000000000000001'] }),
  })
  const failed = (await ended()).filter(({ status }) => status === SpanStatusCode.ERROR)
  expect(failed.map(({ name }) => name)).toContain('ask coingecko')
  expect(JSON.stringify(exporter.getFinishedSpans().map(({ status, events }) => [status, events]))).not.toContain(KEY)
})

it('tell no path that nobody knows: visitors could make any number of names', async () => {
  await fetch(`${hosted.url()}/${KEY}/wp-login.php`)
  const own = (await ended()).filter(({ kind }) => kind === SpanKind.SERVER)
  expect(own.map(({ name }) => name)).toEqual(['GET other'])
})
