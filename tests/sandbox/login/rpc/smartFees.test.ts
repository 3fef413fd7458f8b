/** The highest fee that the frame shows for a smart account covers what its operations can cost, and none costs more. */
import { createPublicClient, http, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { openBrowser, someEmail, type Browser } from '../browser.ts'

const sandbox = useSandbox()
const NETWORK = { caip: 'eip155:31337', name: 'Sandbox', symbol: 'ETH' }

let browser: Browser
let smart: Hex
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const { accounts } = await browser.user()
  smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? '0x'
})

const rpcUrl = () => sandbox().chains[0]?.rpcUrl ?? ''
const client = () => createPublicClient({ transport: http(rpcUrl()) })
const someone = () => privateKeyToAccount(generatePrivateKey()).address
const batchOf = (calls: number) => [
  {
    version: '2.0.0',
    chainId: '0x7a69',
    from: smart,
    calls: Array.from({ length: calls }, () => ({ to: someone(), value: '0x1' })),
  },
]
const prepare = async (params: unknown) => {
  const user = await browser.user()
  const read = async (method: string, given: unknown[]) => client().request({ method, params: given } as never)
  const around = { origin: 'https://site.example', network: NETWORK, now: 0, t: approvalText, read }
  return prepareRequest('wallet_sendCalls', params, { ...around, user: async () => user as never })
}
const hashesOf = async (id: string) => {
  const { receipts } = await browser.rpc<{ receipts: { transactionHash: Hex }[] }>('wallet_getCallsStatus', [id])
  return receipts.map(({ transactionHash }) => transactionHash)
}
const feesIn = ({ fields }: { fields: readonly { label: string; value: string }[] }) =>
  fields.filter(({ label }) => label.startsWith('Network fee'))

describe('a smart account', () => {
  it.each([
    ['its first operation, which creates it', 1],
    ['a payment', 1],
    ['fifty payments to new accounts', 50],
  ])('shows about what %s costs, and keeps to the highest fee', async (_, calls) => {
    const { params, shown } = await prepare(batchOf(calls))
    const [about, atMost] = feesIn(shown)
    expect([about?.label, atMost?.label]).toEqual(['Network fee, about', 'Network fee, at most'])
    const { id } = await browser.rpc<{ id: Hex }>('wallet_sendCalls', params)
    const [hash] = await hashesOf(id)
    const { gasUsed, effectiveGasPrice } = await client().getTransactionReceipt({ hash: hash ?? '0x' })
    const paid = Number(gasUsed * effectiveGasPrice) / 1e18
    const [shownAbout, shownMost] = [about, atMost].map((fee) => Number.parseFloat(fee?.value ?? ''))
    expect(paid).toBeLessThan(Number(shownMost))
    expect(Number(shownAbout) / paid).toBeGreaterThan(0.5)
    expect(Number(shownAbout) / paid).toBeLessThan(4)
  })

  it.each(['wallet_sendCalls', 'eth_sendTransaction'])('sends nothing by %s that could cost more', async (method) => {
    const before = await client().getBalance({ address: smart })
    const [batch] = batchOf(1)
    const given = method === 'wallet_sendCalls' ? batch : { from: smart, to: someone(), value: '0x1' }
    const asked = { method, params: [{ ...given, maxFee: '0x1' }], chainId: 31337 }
    expect((await browser.ask('RPC_REQUEST', asked)).message).toContain('rose above the highest fee')
    expect(await client().getBalance({ address: smart })).toBe(before)
  })
})
