import { afterEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())

const chains = '/v1/supported-chains?projectId=p'
const ask = (path = chains, init: RequestInit = {}) => fetch(sandbox().url + path, init)
const rpc = (method: string) =>
  ask('/rpc/31337', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }) })

describe('faults', () => {
  it('delay: the right answer, late', async () => {
    sandbox().faults.set({ path: '/v1/supported-chains', kind: 'delay', ms: 150 })
    const before = performance.now()
    const answer = await ask()
    expect(performance.now() - before).toBeGreaterThan(145)
    expect(await answer.json()).toHaveProperty('http')
  })

  it('hang: accepted and never answered, until the caller gives up', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'hang' })
    await expect(ask(chains, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/)
    const last = sandbox().requests().at(-1)
    expect(last).toMatchObject({ path: '/v1/supported-chains' })
    expect(last).not.toHaveProperty('status')
  })

  it('status: with its headers, readable by a page of another loopback origin', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'status', status: 429, headers: { 'retry-after': '7' } })
    const answer = await ask(chains, { headers: { origin: 'http://localhost:3000' } })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after')
  })

  it('drop: the connection is cut', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'drop' })
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('garbage: 200 and no JSON, or whatever the test wants', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'garbage', times: 1 })
    const answer = await ask()
    expect(answer.status).toBe(200)
    await expect(answer.json()).rejects.toThrow(SyntaxError)
    sandbox().faults.set({
      path: '/public',
      kind: 'garbage',
      body: '<svg>',
      headers: { 'content-type': 'image/svg+xml' },
    })
    const image = await ask('/public/getTokenImage/ETH')
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect(await image.text()).toBe('<svg>')
  })

  it('end after their times, one after the other, a delay on top', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'delay', ms: 60, times: 1 })
    sandbox().faults.set({ path: '/v1', kind: 'status', status: 500, times: 2 })
    sandbox().faults.set({ path: '/v1', kind: 'status', status: 503, times: 1 })
    const before = performance.now()
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await ask()).status)
    expect(statuses).toEqual([500, 500, 503, 200])
    expect(performance.now() - before).toBeGreaterThan(55)
    expect(sandbox().faults.list()).toEqual([])
  })

  it('reach RPC paths, and can be narrowed to one JSON-RPC method', async () => {
    sandbox().faults.set({ path: '/rpc/31337', kind: 'status', status: 502, rpc: 'eth_blockNumber' })
    expect((await rpc('eth_blockNumber')).status).toBe(502)
    expect((await rpc('eth_chainId')).status).toBe(200)
    expect((await ask('/rpc/31338', { method: 'POST', body: '{}' })).status).not.toBe(502)
  })

  it('can be narrowed to an exact path and an HTTP method', async () => {
    sandbox().faults.set({ path: '/v1', kind: 'status', status: 500, exact: true })
    sandbox().faults.set({ path: '/e', kind: 'status', status: 403, method: 'post' })
    expect((await ask()).status).toBe(200)
    expect((await ask('/v1?projectId=p&chainId=eip155:31337', { method: 'POST', body: '{}' })).status).toBe(500)
    expect((await ask('/e?projectId=p', { method: 'POST', body: '{}' })).status).toBe(403)
    expect((await ask('/e')).status).toBe(405)
    expect(sandbox().analytics().count).toBe(0)
  })

  it('are set, listed and cleared over HTTP too, and never reach the switches themselves', async () => {
    const put = (body: unknown) => ask('/sandbox/faults', { method: 'POST', body: JSON.stringify(body) })
    expect((await put({ path: '/', kind: 'drop' })).status).toBe(201)
    await expect(ask()).rejects.toThrow('fetch failed')
    expect((await ask('/status')).status).toBe(200)
    expect(await (await ask('/sandbox/faults')).json()).toMatchObject({ faults: [{ path: '/', kind: 'drop' }] })
    await put({ path: '/v1', kind: 'status', status: 418 })
    await ask('/sandbox/faults?path=/', { method: 'DELETE' })
    expect((await ask()).status).toBe(418)
    await ask('/sandbox/faults', { method: 'DELETE' })
    expect((await ask()).status).toBe(200)
  })

  it.each([
    [{ kind: 'drop' }, 'path'],
    [{ path: '/', kind: 'explode' }, 'kind'],
    [{ path: '/', kind: 'status', status: 'no' }, 'status'],
    [{ path: '/', kind: 'delay', ms: -1 }, 'ms'],
    [{ path: '/', kind: 'garbage', headers: { a: 1 } }, 'headers'],
    [[], 'body'],
  ])('refuse %j and say why', async (body, field) => {
    const answer = await ask('/sandbox/faults', { method: 'POST', body: JSON.stringify(body) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reasons: [{ name: field }] })
    expect(sandbox().faults.list()).toEqual([])
  })
})

describe('the request log', () => {
  it('tells method, path, query, JSON-RPC methods and status, oldest first', async () => {
    await ask('/sandbox/requests', { method: 'DELETE' })
    await ask('/v1/identity/0x1?projectId=p&sender=0x2', { headers: { origin: 'http://localhost:1' } })
    await rpc('eth_gasPrice')
    await ask('/status')
    const { requests } = (await (await ask('/sandbox/requests')).json()) as { requests: unknown[] }
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/v1/identity/0x1',
        query: { sender: '0x2' },
        rpc: [],
        origin: 'http://localhost:1',
        status: 400,
      },
      { method: 'POST', path: '/rpc/31337', rpc: ['eth_gasPrice'], status: 200 },
    ])
    expect(requests).toEqual(sandbox().requests())
  })
})
