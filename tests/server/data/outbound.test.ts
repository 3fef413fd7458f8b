/** How services on the internet are asked: with limits, without leaking where or with which key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitedTo, spending } from '../../../server/data/allowance.ts'
import { createOutbound, type OutboundOptions } from '../../../server/data/outbound.ts'
import { SourceError } from '../../../server/data/source.ts'
import { type Reply, type Service, startService } from '../../support/service.ts'

const KEY = 'SECRET-KEY-7f3a'
let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

const make = (more: Partial<OutboundOptions> = {}) => createOutbound({ name: 'llama', url: service.url, ...more })
const tell = (reply: Reply) => {
  service.asked.length = 0
  service.answer = () => reply
}
const failure = (ask: Promise<unknown>) =>
  ask.then(
    (value) => expect.fail(`it answered ${JSON.stringify(value)}`),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SourceError)
      expect(String((error as Error).stack)).not.toContain(KEY)
      return error as SourceError
    },
  )

describe('a request to a service', () => {
  it('keeps the path and query of the address, which may be its key', async () => {
    tell({ json: { ok: true } })
    const ask = make({ url: `${service.url}/v2/${KEY}?dkey=${KEY}` })
    expect(await ask({ path: '' })).toEqual({ ok: true })
    await ask({ path: '/more', query: { a: '1&2', b: undefined } })
    expect(service.asked.map(({ path, query }) => [path, query])).toEqual([
      [`/v2/${KEY}`, { dkey: KEY }],
      [`/v2/${KEY}/more`, { dkey: KEY, a: '1&2' }],
    ])
  })

  it('is a POST of JSON if it has a body, with the headers of the service and its own', async () => {
    tell({ json: 1 })
    await make({ headers: { 'x-key': KEY } })({ path: '/', body: { a: 1 }, headers: { 'x-own': '2' } })
    await make()({ path: '/' })
    expect(service.asked[0]).toMatchObject({
      ...{ method: 'POST', body: { a: 1 } },
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-key': KEY, 'x-own': '2' },
    })
    expect(service.asked[1]?.method).toBe('GET')
    expect(service.asked[1]?.headers).not.toHaveProperty('x-key')
  })

  it('sends a user name and a password of the address as a header, since fetch refuses them there', async () => {
    tell({ json: 1 })
    const ask = make({ url: service.url.replace('//', '//ada:p%40ss@') })
    expect(await ask({ path: '/' })).toBe(1)
    expect(service.asked[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}`,
    })
  })

  it('fails with the status, and without what the service said', async () => {
    tell({ status: 403, json: { error: `Invalid key ${KEY}` } })
    expect(await failure(make()({ path: '/' }))).toMatchObject({
      ...{ message: 'llama answered with the status 403', status: 403, source: 'llama' },
    })
  })

  it('takes JSON of any status where that is an answer, such as from nodes', async () => {
    tell({ status: 400, json: { error: { code: -32000 } } })
    expect(await make({ anyStatus: true })({ path: '' })).toEqual({ error: { code: -32000 } })
    tell({ status: 502, text: '<html>' })
    expect((await failure(make({ anyStatus: true })({ path: '' }))).status).toBe(502)
  })

  it('fails when the service cannot be reached, without saying where it is', async () => {
    const { message } = await failure(make({ url: `http://127.0.0.1:1/${KEY}` })({ path: '/' }))
    expect(message).toBe('llama does not answer (TypeError)')
  })

  it('fails after the time limit', async () => {
    service.answer = () => new Promise(() => undefined)
    const ask = make({ limits: { time: 50, size: 1_000 } })
    expect((await failure(ask({ path: '/' }))).message).toBe('llama does not answer (TimeoutError)')
  })

  it('fails when the answer is too long, and not when it is just as long as allowed', async () => {
    const ask = make({ limits: { time: 5_000, size: 100 } })
    tell({ text: JSON.stringify('x'.repeat(98)) })
    expect(await ask({ path: '/' })).toBe('x'.repeat(98))
    tell({ text: JSON.stringify('x'.repeat(99)) })
    expect((await failure(ask({ path: '/' }))).message).toBe('llama sent more than 100 bytes')
  })

  it('follows no redirect, which could lead into the operator’s own network', async () => {
    tell({ status: 302, headers: { location: `${service.url}/inside` }, text: '' })
    await failure(make()({ path: '/' }))
    expect(service.asked).toHaveLength(1)
  })
})

describe('a service that fails', () => {
  it('is left alone for 30 s after five failures in a row, and after one more failure then', async () => {
    let now = 1_000
    const ask = make({ now: () => now })
    tell({ status: 503, json: {} })
    for (let count = 0; count < 5; count += 1) await failure(ask({ path: '/' }))
    expect((await failure(ask({ path: '/' }))).message).toContain('is not asked for a while')
    expect(service.asked).toHaveLength(5)
    now += 30_000
    await failure(ask({ path: '/' }))
    expect(service.asked).toHaveLength(6)
    await failure(ask({ path: '/' }))
    expect(service.asked).toHaveLength(6)
    now += 30_000
    tell({ json: 1 })
    expect(await ask({ path: '/' })).toBe(1)
    tell({ status: 429, json: {} })
    for (let count = 0; count < 6; count += 1) await failure(ask({ path: '/' }))
    // After the fifth it was asked once more what it had answered before.
    expect(service.asked).toHaveLength(6)
  })

  it('is asked on while it answers what it answered before, whatever visitors find that it fails at', async () => {
    const ask = make()
    service.answer = ({ path }) =>
      path === '/heavy' ? { status: 504, text: '' } : new Promise((resolve) => setTimeout(resolve, 50, { json: 1 }))
    expect(await ask({ path: '/', query: { account: 'ada' } })).toBe(1)
    service.asked.length = 0
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 8 }, () => failure(ask({ path: '/heavy' }))))
    expect(await ask({ path: '/' })).toBe(1)
    // It was asked again in each round, once.
    expect(service.asked.filter(({ query }) => query['account'] === 'ada')).toHaveLength(3)
    tell({ status: 503, json: {} })
    for (let count = 0; count < 5; count += 1) await failure(ask({ path: '/' }))
    expect((await failure(ask({ path: '/' }))).message).toContain('is not asked for a while')
  })

  it('is left alone whatever its answer to that costs, for which no visitor pays', async () => {
    const ask = make()
    tell({ json: 1 })
    await ask({ path: '/' })
    service.answer = ({ path }) =>
      path === '/heavy' ? { status: 504, text: '' } : { status: 503, text: 'x'.repeat(300_000) }
    const spent: number[] = []
    for (let count = 0; count < 5; count += 1)
      await failure(
        spending(
          (requests) => void spent.push(requests),
          () => ask({ path: '/heavy' }),
        ),
      )
    expect(spent).toEqual([1, 1, 1, 1, 1])
    expect((await failure(ask({ path: '/' }))).message).toContain('is not asked for a while')
  })

  it('is asked again by a POST only if that changes nothing', async () => {
    for (const onlyReads of [false, true]) {
      const ask = make({ onlyReads })
      tell({ json: 1 })
      await ask({ path: '/', body: { make: 'one' } })
      tell({ status: 503, json: {} })
      for (let count = 0; count < 5; count += 1) await failure(ask({ path: '/' }))
      expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(onlyReads ? 1 : 0)
    }
  })

  it('is asked on after long answers and bodies that cannot be written, which the question may be to blame for', async () => {
    const ask = make({ limits: { time: 5_000, size: 10 } })
    tell({ text: JSON.stringify('x'.repeat(99)) })
    for (let count = 0; count < 6; count += 1) await failure(ask({ path: '/' }))
    let nested: unknown[] = []
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested]
    for (let count = 0; count < 6; count += 1)
      await expect(ask({ path: '/', body: nested })).rejects.toThrow(RangeError)
    tell({ json: 1 })
    expect(await ask({ path: '/' })).toBe(1)
  })

  it('is asked on after questions that had little time left', async () => {
    service.answer = () => new Promise((resolve) => setTimeout(() => resolve({ json: 1 }), 100))
    const ask = make()
    for (let count = 0; count < 6; count += 1) await failure(limitedTo(20, () => ask({ path: '/' })))
    expect(await ask({ path: '/' })).toBe(1)
  })

  it('is asked on whatever happens where pages choose the question', async () => {
    tell({ status: 503, json: {} })
    const ask = make({ rests: false })
    for (let count = 0; count < 8; count += 1) await failure(ask({ path: '/' }))
    expect(service.asked).toHaveLength(8)
  })

  it('is asked on if only single requests are wrong', async () => {
    tell({ status: 400, json: {} })
    const ask = make()
    for (let count = 0; count < 8; count += 1) await failure(ask({ path: '/' }))
    expect(service.asked).toHaveLength(8)
  })
})
