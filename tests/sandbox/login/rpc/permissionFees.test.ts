/** Granting and revoking a permission costs the smart account a fee: at most what the frame shows. */
import type { Hex, PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeCall } from '../../../../runtime/lib/abi.ts'
import { chainList } from '../../../../sandbox/chains.ts'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'
import { grant, revoke } from '../../../../sandbox/login/rpc/permissions.ts'
import { type EvmNode, startNode } from '../../../../sandbox/node.ts'
import { type Bundler, createBundler } from '../../../../sandbox/smartAccounts/bundler.ts'
import { createSmartAccounts, type SmartAccounts } from '../../../../sandbox/smartAccounts/index.ts'
import { approvalText } from '../../../support/approvalText.ts'

const CAIP = 'eip155:31337'
const GRANT = 'wallet_grantPermissions'
const REVOKE = 'wallet_revokePermissions'
/** 400 gwei: with it a permission cost about half an ether. */
const HUGE_TIP = `0x${(400n * 10n ** 9n).toString(16)}`

let node: EvmNode
let honest: Bundler
/** Answers of the node that are replaced, by their methods. */
let lies: Record<string, unknown> = {}
const request = async (method: string, params: unknown) =>
  Object.hasOwn(lies, method) ? lies[method] : honest.request(method, params)

beforeAll(async () => {
  const [chain] = chainList
  if (!chain) throw new Error('The sandbox has a chain')
  node = await startNode(chain)
  honest = createBundler(node)
})
afterAll(() => node.stop())

let owner: PrivateKeyAccount
let address: Hex
let smart: SmartAccounts
let chains: Parameters<typeof grant>[0]
beforeEach(async () => {
  lies = {}
  const bundlers = [{ ...honest, request }]
  smart = createSmartAccounts(bundlers)
  chains = { bundlers, smart }
  owner = privateKeyToAccount(generatePrivateKey())
  address = await smart.addressOf(31337, owner.address)
})

const someone = () => privateKeyToAccount(generatePrivateKey()).address
/** A permission for `key` to call so many functions of so many contracts. */
const permission = (contracts = 1, functions = 1, key = someone()) => [
  {
    expiry: Math.floor(Date.now() / 1000) + 3600,
    signer: { type: 'account', data: { id: key } },
    permissions: Array.from({ length: contracts }, () => ({
      type: 'contract-call',
      data: {
        address: someone(),
        functions: Array.from({ length: functions }, (_, at) => ({ selector: `0x${(at + 0x12345678).toString(16)}` })),
      },
    })),
  },
]
const prepare = (method: string, params: unknown) =>
  prepareRequest(method, params, {
    origin: 'https://site.example',
    network: { caip: CAIP, name: 'Sandbox', symbol: 'ETH' },
    now: Date.now(),
    t: approvalText,
    user: async () =>
      ({ address: owner.address, chainId: 31337, accounts: [{ address, type: 'smartAccount' }] }) as never,
    read: request,
  })
const send = (method: string, params: unknown) =>
  method === GRANT ? grant(chains, owner, CAIP, params, Date.now()) : revoke(chains, owner, CAIP, params)
/** What the account has, with what it paid the entry point in advance for fees. */
const balance = async () => {
  const deposited = { to: smart.entryPoint, data: encodeCall('0x70a08231', address) }
  const [held, deposit] = await Promise.all([
    node.request('eth_getBalance', [address, 'latest']),
    node.request('eth_call', [deposited, 'latest']),
  ])
  return BigInt(held as Hex) + BigInt(deposit as Hex)
}
const paidFor = async (method: string, params: unknown) => {
  const before = await balance()
  await send(method, params)
  return Number(before - (await balance())) / 1e18
}
const feesIn = ({ fields }: { fields: readonly { label: string; value: string }[] }) =>
  fields.filter(({ label }) => label.startsWith('Network fee'))

/** Checks that the figures on the screen cover what the request then costs, and are near it. */
async function expectShown(method: string, given: unknown): Promise<void> {
  const { params, shown } = await prepare(method, given)
  const fees = feesIn(shown)
  expect(fees.map(({ label }) => label)).toEqual(['Network fee, about', 'Network fee, at most'])
  const [about, most] = fees.map(({ value }) => Number.parseFloat(value))
  const paid = await paidFor(method, params)
  expect(paid).toBeLessThan(Number(most))
  expect(Number(about) / paid).toBeGreaterThan(0.5)
  expect(Number(about) / paid).toBeLessThan(4)
}

describe('the fee on the screen', () => {
  it.each([
    ['one contract', 1, 1],
    ['every function of a contract', 1, 0],
    ['many contracts and functions', 40, 20],
  ])('covers a permission for %s, also as the first operation of the account', async (_, contracts, functions) => {
    await expectShown(GRANT, permission(contracts, functions))
    await expectShown(GRANT, permission(contracts, functions))
  })

  it('covers one that replaces a larger one, and taking it back', async () => {
    const key = someone()
    await send(GRANT, permission(40, 20, key))
    await expectShown(GRANT, permission(1, 1, key))
    await send(GRANT, permission(40, 20, key))
    await expectShown(REVOKE, [{ permissionsContext: key }])
    expect(await smart.sessions(31337, address)).toEqual([])
  })

  it('says that a permission would fail where the chain refuses it', async () => {
    await send(GRANT, permission())
    const { shown } = await prepare(GRANT, permission(1, 1, owner.address))
    expect(feesIn(shown).map(({ value }) => value)).toEqual([expect.stringContaining('this would fail now')])
  })

  it.each([
    [GRANT, () => permission()],
    [REVOKE, () => [{ permissionsContext: someone() }]],
  ])('is the frame’s own for %s, whatever limit the page wrote', async (method, asked) => {
    const given = asked().map((each) => ({ ...each, maxFee: '0xffffffffffffffffffff', agreed: 'something' }))
    const { params } = await prepare(method, given)
    expect(JSON.stringify(params)).toMatch(/"maxFee":"0x[0-9a-f]{10,14}"/)
    expect(JSON.stringify(params)).not.toContain('agreed')
    lies = { eth_gasPrice: 'nothing' }
    expect(JSON.stringify((await prepare(method, given)).params)).not.toContain('maxFee')
  })
})

describe('a node that asks for a huge tip', () => {
  it.each([
    [GRANT, () => permission()],
    [REVOKE, () => [{ permissionsContext: someone() }]],
  ])('afterwards gets no %s above the fee on the screen: nothing is sent', async (method, given) => {
    const { params } = await prepare(method, given())
    const before = await balance()
    lies = { eth_maxPriorityFeePerGas: HUGE_TIP }
    await expect(send(method, params)).rejects.toThrow('rose above the highest fee')
    expect(await balance()).toBe(before)
  })

  it.each([
    [GRANT, () => permission()],
    [REVOKE, () => [{ permissionsContext: someone() }]],
  ])('gets no %s above the ceiling where the fee was unknown', async (method, given) => {
    const before = await balance()
    lies = { eth_maxPriorityFeePerGas: HUGE_TIP }
    await expect(send(method, given())).rejects.toThrow('rose above the highest fee')
    expect(await balance()).toBe(before)
  })
})
