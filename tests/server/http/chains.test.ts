/** What pages get to read of the errors of nodes and bundlers, whose addresses have keys. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf, solanaChainOf } from '../../../server/http/chains.ts'
import { type Service, startService } from '../../support/service.ts'

const KEYS = ['key-in-the-path-4711', 'key-in-the-query-4712', 'user-of-the-node', 'password-of-the-node']
const [PATH, QUERY, USER, PASSWORD] = KEYS
let service: Service
let error: unknown
const address = () => {
  const url = new URL(`/v2/${PATH}?apikey=${QUERY}`, service.url)
  return url.href.replace('//', `//${USER}:${PASSWORD}@`)
}
beforeAll(async () => {
  service = await startService(() => ({ status: 400, json: { jsonrpc: '2.0', id: 1, error } }))
})
afterAll(() => service.close())

/** What is thrown for the error, by the node, by the bundler, and by the node of Solana. */
async function thrown(given: unknown): Promise<{ message: string; code: unknown; data?: unknown }[]> {
  error = given
  const chain = chainOf({ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: address(), bundler: address() })
  const solana = solanaChainOf({ id: 'x'.repeat(32), rpc: address() })
  const calls = [chain.request('eth_call', []), chain.request('eth_supportedEntryPoints', [])]
  return Promise.all(
    [...calls, solana.request('getHealth', [])].map((call) =>
      call.then(
        () => expect.unreachable(),
        (reason: unknown) => reason as never,
      ),
    ),
  )
}

it('have no keys of the address, even of one that its service repeats', async () => {
  for (const each of await thrown({ code: -32000, message: `No rights: ${KEYS.join()}`, data: { url: address() } })) {
    expect(each).toMatchObject({ code: -32000, message: 'No rights: (hidden),(hidden),(hidden),(hidden)' })
    expect(JSON.stringify({ ...each })).not.toMatch(/4711|4712|of-the-node/)
  }
})

it('are short, and keep the data of a revert', async () => {
  const message = 'x'.repeat(495) + String(PATH)
  for (const each of await thrown({ code: 3, message, data: '0x08c379a0' }))
    expect(each).toMatchObject({ code: 3, message: `${'x'.repeat(495)}(hidd` })
  const [, bundler] = await thrown({ code: -32521, message: 'execution reverted', data: '0x08c379a0' })
  expect(bundler?.data).toBe('0x08c379a0')
  for (const data of ['0x' + '00'.repeat(10_000), 'x', { reason: 'x' }]) {
    const [, each] = await thrown({ code: -32521, message: 'execution reverted', data })
    expect(each?.data).toBeUndefined()
  }
  for (const each of await thrown({ message: { toString: 1 } }))
    expect(each).toMatchObject({ code: -32603, message: 'The service refused this' })
})
