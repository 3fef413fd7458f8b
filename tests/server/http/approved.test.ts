/** What the table of events says was approved: only what was signed, once for each request. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openThere } from '../../../server/store/database.ts'
import { openBrowser, SITE, someEmail, type Browser } from '../../sandbox/login/browser.ts'
import { startHosted } from '../../support/hosted.ts'

const ANSWERS: Record<string, unknown> = {
  eth_getTransactionCount: '0x1',
  eth_estimateGas: '0x5208',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', timestamp: '0x1' },
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  eth_sendUserOperation: `0x${'cd'.repeat(32)}`,
}
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

let node: Server
let hosted: Awaited<ReturnType<typeof startHosted>>
let browser: Browser
let from: string
beforeAll(async () => {
  node = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { method } = JSON.parse(text) as { method: string }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: ANSWERS[method] ?? null }))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  hosted = await startHosted({ sites: [SITE], networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc }] })
})
afterAll(async () => {
  await hosted.close()
  node.close()
})
beforeEach(async () => {
  browser = await openBrowser(hosted.service(), { site: SITE })
  await browser.login(someEmail())
  from = (await browser.user(1)).address
})
const ask = (method: string, params: unknown, chainId: unknown = 1) =>
  browser.ask('RPC_REQUEST', { method, params, chainId }, chainId)
let seen = 0
/** The methods of the newest events. */
const approved = async () => {
  const db = await openThere(hosted.database)
  const rows = await db.selectFrom('events').select('detail').where('kind', '=', 'approved').orderBy('seq').execute()
  await db.destroy()
  const fresh = rows.slice(seen).map(({ detail }) => detail)
  seen += fresh.length
  return fresh
}
const to = `0x${'11'.repeat(20)}`
const typed = (count: unknown) => ({
  ...{ domain: { name: 'Test' }, primaryType: 'Mail', message: { count } },
  types: { Mail: [{ name: 'count', type: 'uint256' }] },
})

it('is nothing of a request that was refused', async () => {
  const wrong: [string, unknown, unknown?][] = [
    ['personal_sign', []],
    ['personal_sign', ['hello', to]],
    ['eth_signTypedData_v4', [from, 'no JSON']],
    ['eth_signTypedData_v4', [from, typed('no number')]],
    ['eth_sendTransaction', [{ from, to: 'nobody' }]],
    ['eth_sendTransaction', [{ from, to, value: '0x1', maxFee: '0x1' }]],
    ['eth_sendTransaction', [{ from, to, value: '0x1' }], 'eip155:5'],
    ['wallet_sendCalls', [{ calls: [] }]],
    ['wallet_sendCalls', [{ from, calls: [{ to }, { to }] }]],
    ['wallet_grantPermissions', [{}]],
    ['eth_sendUserOperation', [{ sender: 'nobody' }]],
    ['solana_signMessage', { message: '!' }, SOLANA],
    ['solana_signTransaction', { transaction: '!' }, SOLANA],
  ]
  for (const [method, params, chainId] of wrong)
    expect((await ask(method, params, chainId)).status, method).not.toBe(200)
  expect(await approved()).toEqual([])
})

it('is each request that was signed, once', async () => {
  const right: [string, unknown, unknown?][] = [
    ['personal_sign', ['hello', from]],
    ['eth_signTypedData_v4', [from, typed('7')]],
    ['eth_sendTransaction', [{ from, to, value: '0x0' }]],
    ['wallet_sendCalls', [{ from, atomicRequired: false, calls: [{ to }, { to }, { to }] }]],
    ['eth_sendUserOperation', [{ sender: to }]],
    ['solana_signMessage', { message: 'abc' }, SOLANA],
  ]
  for (const [method, params, chainId] of right) expect((await ask(method, params, chainId)).status, method).toBe(200)
  expect(await approved()).toEqual(right.map(([method]) => method))
})

it('is nothing of a read', async () => {
  expect((await ask('eth_accounts', [])).status).toBe(200)
  expect(await approved()).toEqual([])
})
