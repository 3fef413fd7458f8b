/**
 * Resolving names by plugins: if one resolver fails, the others still run, and the failure never counts as "no such
 * name". And whose address of a record it is.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { parseProfile, resolveName } from '../../../runtime/data/resolveName.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

type Resolve = (name: string) => Promise<{ address: string } | undefined>
const knows = (id: string, resolve: Resolve): AnyPlugin => ({
  id,
  feature: id,
  engine: '^0.1',
  slots: { names: [{ key: id, order: 1, load: async () => ({ default: resolve }) }] },
})
const ADDRESS = `0x${'a'.repeat(40)}`
const broken = knows('broken', () => Promise.reject(new Error('no')))
const unloaded: AnyPlugin = {
  ...broken,
  id: 'unloaded',
  slots: { names: [{ key: 'unloaded', order: 1, load: () => Promise.reject(new Error('404')) }] },
}
const odd = knows('odd', async () => ({ address: 7 }) as never)
const good = knows('good', async (name) => (name === 'noah.test' ? { address: ADDRESS } : undefined))

const setup = (...plugins: AnyPlugin[]) => {
  const kit = makeKit({}, { plugins })
  const causes: string[] = []
  kit.events.on('error', ({ cause }) => void causes.push((cause as Error).message))
  return { kit, causes }
}

it('tries the next resolver after one fails, and names the failed one', async () => {
  const { kit, causes } = setup(broken, unloaded, odd, good)
  expect(await resolveName(kit, 'Noah.test')).toEqual({ name: 'noah.test', address: ADDRESS })
  expect(causes).toEqual(['Plugin "broken" failed to resolve a name', 'Plugin "unloaded" failed to resolve a name'])
})

it('throws with the plugin’s name when no other resolver knows the name', async () => {
  const { kit, causes } = setup(broken, good)
  await expect(resolveName(kit, 'olivia.test')).rejects.toThrow('Plugin "broken" failed to resolve a name')
  expect(causes).toEqual([])
})

it('finds no account when every resolver answered so', async () => {
  expect(await resolveName(setup(good).kit, 'olivia.test')).toBeUndefined()
})

it('asks nobody for a name that imitates another, says so, and asks for the valid spelling of others', async () => {
  const asked: string[] = []
  const any = knows('any', async (name) => (asked.push(name), { address: ADDRESS }))
  const { kit } = setup(any)
  for (const name of ['vitаlik.eth', 'аррӏе.eth', 'xn--pple-43d.eth'])
    await expect(resolveName(kit, name)).rejects.toMatchObject({ code: 'NAME_IMITATES' })
  // Not a valid name, but no imitation either.
  expect(await resolveName(kit, 'ab--cd.eth')).toBeUndefined()
  expect(asked).toEqual([])
  expect(await resolveName(kit, 'ﬁne.eth')).toMatchObject({ name: 'fine.eth' })
  expect(await resolveName(kit, 'привет.eth')).toMatchObject({ name: 'привет.eth' })
})

/** An address that says of which coin type it is. */
const of = (coinType: number) => ({ address: `0x${String(coinType).padStart(40, '0')}` })
/** A record with an address for each of these coin types, which may also be those of chains (ENSIP-11). */
const recordOf = (...coinTypes: number[]) => ({
  addresses: Object.fromEntries(coinTypes.map((each) => [each, of(each)])),
  attributes: [],
})
const evm = (chainId: number) => 2 ** 31 + chainId

describe('the record of a name', () => {
  it.each([
    ['its own network', 137, recordOf(0, 60, evm(1), evm(137), evm(8453)), evm(137)],
    ['Ethereum, where it has none of the network', 137, recordOf(0, evm(1), 60, evm(8453)), 60],
    ['Ethereum, on Ethereum', 1, recordOf(0, evm(1), 60, evm(137)), 60],
    ['Ethereum as our own names have it', 1, recordOf(0, evm(1), evm(137)), evm(1)],
    ['Ethereum, where the network has no coin type', 2 ** 31 + 137, recordOf(evm(137), 60), 60],
    ['the only network that it has', 137, recordOf(evm(8453)), evm(8453)],
  ])('gives the address of %s', (_what, chainId, record, coinType) => {
    expect(parseProfile('a.b', record, chainId)).toEqual({ name: 'a.b', ...of(coinType) })
  })

  it.each([
    ['other EVM networks, which differ', 137, recordOf(evm(8453), evm(10))],
    ['networks that are no EVM networks', 1, { addresses: { 0: { address: 'bc1q' }, 501: { address: 'So11' } } }],
    ['other EVM networks, where the network has no coin type', 2 ** 31 + 137, recordOf(evm(137), evm(10))],
  ])('gives no address of %s', (_what, chainId, record) => {
    expect(parseProfile('a.b', record, chainId)).toBeUndefined()
  })

  it('gives Ethereum’s address where that of the network is none', () => {
    const { addresses } = recordOf(60)
    for (const none of [null, {}, { address: '' }, { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }])
      expect(parseProfile('a.b', { addresses: { ...addresses, [evm(137)]: none } }, 137)).toMatchObject(of(60))
  })

  afterEach(() => sandbox().faults.clear())

  it('is read for the active network', async () => {
    const kit = makeKit(sandboxConfig(sandbox()))
    const body = JSON.stringify(recordOf(0, 60, evm(31337), evm(8453)))
    sandbox().faults.set({ path: '/v1/profile/account/', kind: 'garbage', body })
    expect(await resolveName(kit, 'ann.example.test')).toEqual({ name: 'ann.example.test', ...of(evm(31337)) })
    const [, other] = kit.state.networks.eip155.requestedCaipNetworks
    kit.state.networks.eip155.caipNetwork = other
    expect(await resolveName(kit, 'ann.example.test')).toEqual({ name: 'ann.example.test', ...of(60) })
  })
})
