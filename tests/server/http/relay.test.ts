/** The server's relay, which is on the same port as the rest. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createClientKey } from '../../sandbox/clientKey.ts'
import { until } from '../../sandbox/peers.ts'
import { startHosted } from '../../support/hosted.ts'
import { connectRelay } from '../../support/relayClient.ts'

let hosted: Awaited<ReturnType<typeof startHosted>>
beforeAll(async () => {
  hosted = await startHosted()
})
afterAll(() => hosted.close())

it('passes a message to whoever subscribed, closes with 1012 when the server stops, and has the message afterwards', async () => {
  const topic = 'a'.repeat(64)
  const [one, two] = [await connectRelay(hosted.url()), await connectRelay(hosted.url())]
  await one.subscribe(topic)
  await two.publish(topic, 'hello')
  await until(() => one.texts.includes('hello'), 'the message')
  expect(await (await fetch(`${hosted.url()}/metrics`)).text()).toContain('walletkit_relay_sockets 2')
  await hosted.restart()
  expect(await one.closed).toBe(1012)
  const late = await connectRelay(hosted.url())
  await late.subscribe(topic)
  await until(() => late.texts.includes('hello'), 'the message again')
})

it('is not there if the config says so', async () => {
  const own = await startHosted({ relay: false })
  const socket = new WebSocket(createClientKey().address(`${own.url().replace('http', 'ws')}/relay`))
  const refused = new Promise<number>((resolve) =>
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode)),
  )
  socket.on('error', () => {})
  expect(await refused).toBe(404)
  await own.close()
})
