import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpc } from '../../../runtime/http/rpc.ts'
import { Refusal } from '../../../sandbox/refusal.ts'
import type { DataNetwork } from '../../../server/data/network.ts'
import { callNode, openNodes, parseCalls, passAll } from '../../../server/data/rpc.ts'
import { type Service, startService } from '../../support/service.ts'

const KEY = 'SECRET-KEY-7f3a'
const EVM: DataNetwork = {
  ...{ caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18, rpc: '' },
}
const SOLANA: DataNetwork = { ...EVM, id: undefined, caipNetworkId: 'solana:x', name: 'Solana' }
const parse = (value: unknown, network = EVM) =>
  parseCalls(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), network)
const statusOf = (...given: Parameters<typeof parse>) => {
  try {
    parse(...given)
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
  return 200
}
const call = (method: unknown, more: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params: [], ...more })

describe('calls of pages', () => {
  it('are rebuilt from what is known, one or a list', () => {
    const clean = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{}, 'latest'] }
    expect(parse({ ...clean, jsonrpc: '1.0', extra: true })).toEqual(clean)
    expect(parse([{ method: 'eth_chainId' }])).toEqual([
      { jsonrpc: '2.0', id: null, method: 'eth_chainId', params: [] },
    ])
    expect(parse(` [${JSON.stringify(clean)}]`)).toEqual([clean])
  })

  it('are refused in another shape', () => {
    for (const wrong of ['', '{', 'null', '7', '[', '[]', '[7]', {}, call(7), call('eth_call', { params: 'x' })])
      expect(statusOf(wrong), JSON.stringify(wrong)).toBe(400)
    expect(statusOf(call('eth_call', { params: null }))).toBe(400)
    expect(statusOf(Array.from({ length: 1_000 }, () => call('eth_chainId')))).toBe(200)
    expect(statusOf(Array.from({ length: 1_001 }, () => call('eth_chainId')))).toBe(400)
  })

  it('are refused if pages have no need of them, also among others', () => {
    for (const method of [
      ...[
        'eth_sendTransaction',
        'eth_sign',
        'eth_accounts',
        'personal_unlockAccount',
        'debug_traceCall',
        'admin_peers',
      ],
      ...['anvil_setBalance', 'evm_mine', 'toString', 'getBalance', 'ETH_CALL', 'eth_call '],
    ])
      expect(statusOf(call(method)), method).toBe(403)
    expect(statusOf([call('eth_chainId'), call('eth_sendTransaction')])).toBe(403)
    expect(statusOf(call('getBalance'), SOLANA)).toBe(200)
    for (const method of ['getProgramAccounts', 'requestAirdrop', 'eth_call'])
      expect(statusOf(call(method), SOLANA), method).toBe(403)
  })
})

it('many calls of one moment, which a page sends together, are passed on in parts', async () => {
  const lengths: number[] = []
  const service = await startService(({ body }) => {
    const calls = body as { id: number; method: string }[]
    lengths.push(calls.length)
    // The second part is answered with one error, as by a node that is over its limit.
    if (lengths.length === 2) return { json: { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'limit' } } }
    return { json: calls.map(({ id, method }) => ({ id, result: method === 'eth_chainId' ? '0x1' : '0x7' })) }
  })
  const node = openNodes([{ ...EVM, rpc: service.url }])[0] ?? expect.fail()
  const fetch = async (_url: unknown, init?: RequestInit) =>
    Response.json(await passAll(node, parse(init?.body as string)))
  const rpc = createRpc({ urls: ['https://server.example/v1/'], fetch, retryCount: 0, chainId: '0x1' })
  const reads = Array.from({ length: 119 }, () => rpc.request({ method: 'eth_call', params: [{}, 'latest'] }))
  const settled = await Promise.allSettled(reads)
  expect(lengths).toEqual([50, 50, 20])
  const failed = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  expect(failed).toHaveLength(50)
  expect(failed[0]).toMatchObject({ code: -32005 })
  await service.close()
})

describe('a node', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(() => ({ json: { jsonrpc: '2.0', id: 1, result: '0x1' } }))
  })
  afterAll(() => service.close())
  const node = () => openNodes([{ ...EVM, rpc: `${service.url}/v3/${KEY}` }])[0] ?? expect.fail()

  it('is asked at its address, and never twice', async () => {
    expect(await callNode(node(), 'eth_chainId', [])).toBe('0x1')
    expect(service.asked).toMatchObject([{ method: 'POST', path: `/v3/${KEY}`, body: call('eth_chainId') }])
    service.answer = () => ({ status: 503, text: '' })
    service.asked.length = 0
    await expect(callNode(node(), 'eth_sendRawTransaction', ['0x'])).rejects.toMatchObject({ name: 'SourceError' })
    expect(service.asked).toHaveLength(1)
  })

  it('tells a page no part of its address that may be a key', async () => {
    const url = new URL(`${service.url}/v3/${KEY}/rpc?dkey=query-key-5e1d&chain=mainnet`)
    Object.assign(url, { username: 'user-of-the-node', password: 'p@ss-word-of-it' })
    const [own] = openNodes([{ ...EVM, rpc: url.href }])
    const message = `Post "${url.href}": user-of-the-node p@ss-word-of-it mainnet rpc refused`
    service.answer = () => ({ json: { jsonrpc: '2.0', id: 1, error: { code: -32000, message } } })
    const said = JSON.stringify(await own?.pass(call('eth_call')))
    for (const secret of [KEY, 'query-key-5e1d', 'user-of-the-node', 'p@ss-word-of-it', url.password])
      expect(said).not.toContain(secret)
    expect(said).toContain('mainnet rpc refused')
  })

  it('passes its errors on to a page, and fails with them for the server, without its words', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: `limit of ${KEY}` } }
    service.answer = () => ({ status: 400, json: error })
    expect(await node().pass(call('eth_call'))).toEqual({
      ...{ ...error, error: { code: -32000, message: 'limit of (hidden)' } },
    })
    const failed = callNode(node(), 'eth_call', [])
    await expect(failed).rejects.toThrow('the node of Ethereum refused eth_call')
    await expect(failed).rejects.not.toThrow(KEY)
  })
})
