/** An operation whose calls are reverted in the block is told as that, with the hash of its transaction. */
import { createTestClient, http, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { classifyTransactionError } from '../../../../runtime/chains/eip155/transactionError.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { openBrowser, someEmail, type Browser } from '../browser.ts'

const sandbox = useSandbox()
/** Code that reverts if the transaction has a gas price: a simulation has none, so it succeeds until it is in a block. */
const REVERTS_IN_BLOCKS = '0x3a600557005b5f5ffd'

const shop = privateKeyToAccount(generatePrivateKey()).address
let browser: Browser
let smart: Hex
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const { accounts } = await browser.user()
  smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? '0x'
  const client = createTestClient({ mode: 'anvil', transport: http(sandbox().chains[0]?.rpcUrl ?? '') })
  await client.setCode({ address: shop, bytecode: REVERTS_IN_BLOCKS })
})

const call = { to: shop, value: '0x1' }
type Status = { status: number; receipts: { status: Hex; transactionHash: Hex }[] }

describe('an operation that was reverted in its block', () => {
  it('is a batch with the status 500, and its receipt says so too', async () => {
    const { id } = await browser.rpc<{ id: string }>('wallet_sendCalls', [{ from: smart, calls: [call] }])
    const { status, receipts } = await browser.rpc<Status>('wallet_getCallsStatus', [id])
    expect([status, receipts.map((each) => each.status)]).toEqual([500, ['0x0']])
    const hash = receipts[0]?.transactionHash
    expect(await browser.rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ transactionHash: hash })
  })

  it('is an error of eth_sendTransaction, which names the transaction, and which pages read as a revert', async () => {
    const asked = { method: 'eth_sendTransaction', params: [{ from: smart, ...call }], chainId: 31337 }
    const { message = '' } = await browser.ask('RPC_REQUEST', asked)
    expect(message).toContain('only the network fee was paid')
    const [hash] = /0x[0-9a-f]{64}/.exec(message) ?? []
    expect(await browser.rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ transactionHash: hash })
    const read = classifyTransactionError(new Error(message))
    expect(read?.code).toBe('TX_REVERTED')
    expect(read?.reason).toContain(hash)
  })

  it('is confirmed where it was not reverted', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address
    const { id } = await browser.rpc<{ id: string }>('wallet_sendCalls', [{ from: smart, calls: [{ ...call, to }] }])
    expect(await browser.rpc('wallet_getCallsStatus', [id])).toMatchObject({
      status: 200,
      receipts: [{ status: '0x1' }],
    })
  })
})
