/**
 * A site cannot have an account call itself, the other account of the login, or the contracts that run smart accounts:
 * such a call shows a payment of nothing and could empty the account.
 */
import { createPublicClient, encodeFunctionData, http, parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { abi } from '../../../../sandbox/contracts/artifacts/SessionAccount.ts'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { openBrowser, someEmail, type Browser } from '../browser.ts'

const sandbox = useSandbox()
const NETWORK = { caip: 'eip155:31337', name: 'Sandbox', symbol: 'ETH' }
const FUTURE = 4_000_000_000

let browser: Browser
let own: { eoa: Hex; smartAccount: Hex }
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const { accounts } = await browser.user()
  const of = (kind: string) => accounts.find(({ type }) => type === kind)?.address ?? '0x'
  own = { eoa: of('eoa'), smartAccount: of('smartAccount') }
  // The account has to exist: a call of an address without code does nothing.
  await browser.rpc('eth_sendTransaction', [{ from: own.smartAccount, to: own.eoa, value: '0x0' }])
})

const client = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl ?? '') })
const someone = () => privateKeyToAccount(generatePrivateKey()).address
const inFrame = async (method: string, params: unknown) => {
  const user = await browser.user()
  const read = async (name: string, given: unknown[]) => client().request({ method: name, params: given } as never)
  const around = { origin: 'https://site.example', network: NETWORK, now: Date.now(), t: approvalText, read }
  return prepareRequest(method, params, { ...around, user: async () => user as never })
}
/** Expects that the frame and the service both refuse the request. */
async function expectRefused(method: string, params: unknown[], text: string) {
  await expect(inFrame(method, params)).rejects.toThrow(text)
  expect((await browser.ask('RPC_REQUEST', { method, params, chainId: 31337 })).message).toContain(text)
}
const sends = [
  ['eth_sendTransaction', (from: Hex, call: object) => [{ from, ...call, value: '0x0' }]],
  [
    'wallet_sendCalls',
    (from: Hex, call: object) => [
      { version: '2.0.0', from, atomicRequired: false, calls: [{ to: someone(), value: '0x0' }, call] },
    ],
  ],
] as const
const accounts = ['eoa', 'smartAccount'] as const
const everyWay = sends.flatMap(([method, paramsOf]) =>
  accounts.flatMap((from) => accounts.map((to) => ({ method, paramsOf, from, to }))),
)

describe('a call of the own accounts', () => {
  it.each(everyWay)('by $method, from the $from to the $to, is refused with data', async (way) => {
    const thief = someone()
    const before = await client().getBalance({ address: own[way.to] })
    const data = encodeFunctionData({ abi, functionName: 'execute', args: [thief, parseEther('0.9'), '0x'] })
    const call = { to: own[way.to].toLowerCase(), data }
    await expectRefused(way.method, way.paramsOf(own[way.from], call), "the login's own account")
    expect(await client().getBalance({ address: thief })).toBe(0n)
    expect(await client().getBalance({ address: own[way.to] })).toBe(before)
  })

  it('gives no key a session without limits', async () => {
    const key = someone()
    const limits = [key, 2 ** 48 - 1, 2n ** 255n, 2n ** 255n, [someone()], []] as const
    const data = encodeFunctionData({ abi, functionName: 'grant', args: limits })
    await expectRefused('wallet_sendCalls', [{ calls: [{ to: own.smartAccount, input: data }] }], 'own account')
    const session = await client().readContract({
      abi,
      address: own.smartAccount,
      functionName: 'session',
      args: [key],
    })
    expect(session).toMatchObject({ expiry: 0, feesLeft: 0n })
  })

  it.each(everyWay)('by $method, from the $from to the $to, is allowed without data', async (way) => {
    const params = way.paramsOf(own[way.from], { to: own[way.to], value: '0x1', data: '0x' })
    const { params: prepared } = await inFrame(way.method, params)
    await browser.rpc(way.method, prepared)
  })
})

describe('the contracts that run smart accounts', () => {
  const targets = ['entryPoint', 'factory'] as const
  it.each(everyWay.filter(({ to }) => to === 'eoa').flatMap((way) => targets.map((target) => ({ ...way, target }))))(
    'are not called by $method, from the $from: $target',
    async ({ method, paramsOf, from, target }) => {
      const to = sandbox().smartAccounts[target]
      await expectRefused(method, paramsOf(own[from], { to, data: '0x12345678' }), 'only the login service calls')
      await expectRefused(method, paramsOf(own[from], { to, data: '0x' }), 'only the login service calls')
    },
  )
})

it('a permission is not for the own accounts, the entry point or the factory', async () => {
  const { entryPoint, factory } = sandbox().smartAccounts
  for (const address of [own.eoa, own.smartAccount, entryPoint, factory]) {
    const permissions = [{ type: 'contract-call', data: { address } }]
    const signer = { type: 'account', data: { id: someone() } }
    await expectRefused('wallet_grantPermissions', [{ expiry: FUTURE, permissions, signer }], 'may not be for')
  }
})
