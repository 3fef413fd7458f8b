import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { fetchIdentity, parseIdentity, updateIdentity } from '../../../runtime/data/identity.ts'
import { nativeToken } from '../../../runtime/chains/families.ts'
import { parsePrices } from '../../../runtime/data/parsePrices.ts'
import { fetchNativePrice } from '../../../runtime/data/prices.ts'
import { parseProfile, resolveName } from '../../../runtime/data/resolveName.ts'
import { makeKit, memoryStorage, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const asked = (part: string) =>
  sandbox()
    .requests()
    .filter(({ path }) => path.includes(part))
const setup = (account = 0) => {
  const storage = memoryStorage()
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const address = sandbox().accounts[account]?.address ?? ''
  setAccount(kit.state.accounts, 'eip155', { address, caipAddress: `eip155:31337:${address}` })
  return { kit, address, storage, account: kit.state.accounts.eip155 }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  sandbox().faults.clear()
})
afterEach(() => void vi.useRealTimers())

it('looks an address up on behalf of the connected one [S7.api.02]', async () => {
  const { kit, address } = setup()
  const other = sandbox().accounts[1]?.address ?? ''
  expect(await fetchIdentity(kit, other, 'eip155:31337')).toMatchObject({
    name: 'olivia.walletkit.id',
    avatar: expect.stringMatching(/^data:image/) as string,
  })
  expect(asked(`/v1/identity/${other}`)[0]).toMatchObject({ query: { sender: address } })
})

it('writes the active account’s name and picture [S3.account.13] [S3.account.14]', async () => {
  const { kit, account } = setup()
  await updateIdentity(kit)
  expect(account.profileName).toBe('noah.walletkit.id')
  expect(account.profileImage).toMatch(/^data:image/)
})

it('makes no request for a network that the service does not support [S7.lookup.02]', async () => {
  const { kit, address } = setup()
  const before = asked('/v1/identity').length
  expect(await fetchIdentity(kit, address, 'eip155:424242')).toEqual({ name: null, avatar: null })
  expect(asked('/v1/identity')).toHaveLength(before)
  await fetchIdentity(kit, address, 'eip155:31338')
  expect(asked('/v1/identity')).toHaveLength(before + 1)
})

it('has no names outside eip155', async () => {
  const { kit, address } = setup()
  expect(await fetchIdentity(kit, address, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual({
    name: null,
    avatar: null,
  })
})

it('is cached by address for five minutes [S3.cache.04] [S9.cache.04]', async () => {
  const { kit, address, storage } = setup(2)
  const before = asked(`/v1/identity/${address}`).length
  await fetchIdentity(kit, address, 'eip155:31337')
  await fetchIdentity(kit, address, 'eip155:31337')
  expect(asked(`/v1/identity/${address}`)).toHaveLength(before + 1)
  const cache = JSON.parse(storage.get('@appkit/identity_cache') ?? '{}') as Record<string, { timestamp: number }>
  expect(cache[`eip155:31337:${address}`]?.timestamp).toBe(Date.now())
  vi.setSystemTime(Date.now() + 300_000)
  await fetchIdentity(kit, address, 'eip155:31337')
  expect(asked(`/v1/identity/${address}`)).toHaveLength(before + 2)
})

it('is cached for an account without a name too, for which the service answers 404', async () => {
  const { kit, address } = setup(3)
  sandbox().faults.set({ path: '/v1/identity', kind: 'status', status: 404 })
  const before = asked(`/v1/identity/${address}`).length
  for (let look = 0; look < 2; look++)
    expect(await fetchIdentity(kit, address, 'eip155:31337')).toEqual({ name: null, avatar: null })
  expect(asked(`/v1/identity/${address}`)).toHaveLength(before + 1)
  sandbox().faults.clear()
  sandbox().faults.set({ path: '/v1/identity', kind: 'status', status: 503 })
  vi.setSystemTime(Date.now() + 300_000)
  await expect(fetchIdentity(kit, address, 'eip155:31337')).rejects.toMatchObject({ status: 503 })
})

it('shows the address when the service fails', async () => {
  const { kit, account } = setup()
  sandbox().faults.set({ path: '/v1/identity', kind: 'status', status: 500 })
  await updateIdentity(kit)
  expect(account).toMatchObject({ profileName: null, profileImage: null })
})

it('resolves a name to its account, and an unknown name to none', async () => {
  const { kit } = setup()
  expect(await resolveName(kit, ' Olivia.walletkit.id ')).toMatchObject({
    name: 'olivia.walletkit.id',
    address: sandbox().accounts[1]?.address,
  })
  expect(await resolveName(kit, 'nobody.walletkit.id')).toBeUndefined()
  const before = asked('/v1/profile').length
  for (const text of ['', 'noah', '../etc', 'a b.c', '0x12']) expect(await resolveName(kit, text)).toBeUndefined()
  expect(asked('/v1/profile')).toHaveLength(before)
})

it('reads the price of the native currency', async () => {
  const { kit } = setup()
  expect(await fetchNativePrice(kit, nativeToken(kit))).toBeGreaterThan(0)
})

it('finds the native price by address, because currency symbols differ', async () => {
  const { kit } = setup()
  const [network] = kit.state.networks.eip155.requestedCaipNetworks
  if (!network) throw new Error('The sandbox has networks')
  kit.state.networks.eip155.caipNetwork = { ...network, nativeCurrency: { name: 'X', symbol: 'XETH', decimals: 18 } }
  expect(await fetchNativePrice(kit, nativeToken(kit))).toBe(2500.5)
})

it('parses any response without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      parseIdentity(reply)
      parsePrices({ fungibles: [reply] }, ['eip155:1:0x1'])
      parseProfile('a.b', reply, 1)
      parseProfile('a.b', { addresses: reply }, 1)
      const profile = parseProfile('a.b', { addresses: { 60: reply }, attributes: [reply] }, 137)
      expect(profile === undefined || /^0x/.test(profile.address)).toBe(true)
    }),
  )
})

it('drops pictures with an unsafe scheme and cleans names', () => {
  expect(parseIdentity({ name: 'a\u202Eb', avatar: 'javascript:alert(1)' })).toEqual({ name: 'ab', avatar: null })
})
