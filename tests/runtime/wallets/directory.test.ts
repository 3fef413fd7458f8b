import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseWallet, walletImage } from '../../../runtime/wallets/wallet.ts'
import { fetchNamed, fetchWallets, hasDirectory, parseWalletPage } from '../../../runtime/wallets/directory.ts'
import type { Config, Wallet } from '../../../runtime/contracts/config.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const setup = (config: Config = {}) => makeKit({ ...sandboxConfig(sandbox()), ...config })
const list: Wallet[] = ['Alpha', 'Beta', 'Gamma'].map((name, at) => ({
  id: String(at),
  name,
  badge_type: at === 0 ? 'certified' : null,
}))

it('pages through the service, forty at a time', async () => {
  const kit = setup()
  const [one, two] = [await fetchWallets(kit), await fetchWallets(kit, { page: 2 })]
  expect(one.wallets).toHaveLength(40)
  expect(one.count).toBeGreaterThan(600)
  expect(one.wallets.some(({ id }) => two.wallets.some((other) => other.id === id))).toBe(false)
  const { query } =
    sandbox()
      .requests()
      .filter(({ path }) => path === '/getWallets')
      .at(-1) ?? {}
  expect(query).toMatchObject({ page: '2', entries: '40', chains: 'eip155:31337,eip155:31338', projectId: 'unit' })
})

it('searches, and keeps to certified ones', async () => {
  const kit = setup()
  const { wallets } = await fetchWallets(kit, { badge: 'certified' })
  expect(wallets.every(({ badge_type }) => badge_type === 'certified')).toBe(true)
  const name = wallets[0]?.name ?? ''
  expect((await fetchWallets(kit, { search: ` ${name} ` })).wallets.map((wallet) => wallet.name)).toContain(name)
})

it('includes and excludes by the config’s lists', async () => {
  const all = (await fetchWallets(setup())).wallets.map(({ id }) => id)
  const [first = '', second = ''] = all
  const included = await fetchWallets(setup({ wallets: { include: [first, second] } }))
  expect(included.wallets.map(({ id }) => id).sort()).toEqual([first, second].sort())
  const excluded = await fetchWallets(setup({ wallets: { exclude: [first] } }))
  expect(excluded.wallets.map(({ id }) => id)).not.toContain(first)
})

it('drops what an rdns of the lists names, and goes on to the next page', async () => {
  const [first, second] = (await fetchWallets(setup())).wallets.filter(({ rdns }) => rdns)
  if (!first?.rdns || !second?.rdns) throw new Error('The sandbox lists no extension')
  const page = await fetchWallets(setup({ wallets: { exclude: [first.rdns] } }))
  expect(page).toMatchObject({ more: true })
  expect(page.wallets.map(({ id }) => id)).not.toContain(first.id)
  expect(page.wallets).toHaveLength(39)
  // A page whose only wallet is excluded still says that there are more.
  const none = await fetchWallets(setup({ wallets: { exclude: [first.rdns] } }), { entries: 1, search: first.name })
  expect(none).toEqual({ wallets: [], count: none.count, more: none.count > 1 })
  const last = await fetchWallets(setup(), { page: 8, entries: 100 })
  expect(last).toMatchObject({ more: false })
})

it('asks for a namespace’s wallets by its networks', async () => {
  const before = sandbox().requests().length
  expect(await fetchWallets(setup(), { namespace: 'solana' })).toEqual({ wallets: [], count: 0, more: false })
  expect(sandbox().requests()).toHaveLength(before)
  await fetchWallets(setup(), { namespace: 'eip155' })
  expect(sandbox().requests().at(-1)?.query).toMatchObject({ chains: 'eip155:31337,eip155:31338' })
})

it('learns the names of any ids, whatever the lists say, a hundred at a time', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => fetchWallets(setup(), { page })))
  const ids = pages.flatMap(({ wallets }) => wallets.map(({ id }) => id))
  const before = sandbox().requests().length
  const named = await fetchNamed(setup({ wallets: { exclude: ids, include: ['nobody'] } }), ids)
  expect(named.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(sandbox().requests().length - before).toBe(2)
  expect(await fetchNamed(makeKit(), ids)).toEqual([])
})

it('reads a list in the config when no service is named', async () => {
  const kit = makeKit({ wallets: { list, exclude: ['2'] } })
  expect(hasDirectory(kit)).toBe(true)
  expect((await fetchWallets(kit)).wallets.map(({ name }) => name)).toEqual(['Alpha', 'Beta'])
  expect((await fetchWallets(kit, { search: 'bet' })).wallets.map(({ name }) => name)).toEqual(['Beta'])
  expect((await fetchWallets(kit, { badge: 'certified' })).count).toBe(1)
  const second = { wallets: [{ name: 'Beta' }], count: 2, more: false }
  expect(await fetchWallets(kit, { page: 2, entries: 1 })).toMatchObject(second)
  expect(await fetchWallets(kit, { page: 1, entries: 1 })).toMatchObject({ more: true })
  expect(hasDirectory(makeKit())).toBe(false)
})

it('finds a wallet’s image by its url, else by its id at the image host', () => {
  const kit = makeKit({ images: { base: 'https://images.example/' } })
  expect(walletImage(kit, { id: '1', name: 'A', image_url: 'https://a.example/a.png', image_id: 'x' })).toBe(
    'https://a.example/a.png',
  )
  expect(walletImage(kit, { id: '1', name: 'A', image_id: 'x' })).toBe('https://images.example/getWalletImage/x')
  expect(walletImage(makeKit(), { id: '1', name: 'A', image_id: 'x' })).toBeUndefined()
})

it('reads anything as wallets with an id and a clean name', () => {
  expect(parseWallet({ id: 'a', name: 'W\u202Eallet\u0000', image_url: 3 })).toEqual({ id: 'a', name: 'Wallet' })
  fc.assert(
    fc.property(fc.anything(), (entry) => {
      for (const { id, name } of parseWalletPage({ data: [entry], count: entry }).wallets)
        expect(typeof id + typeof name).toBe('stringstring')
    }),
  )
})

it('keeps the marks that a wallet leaves in the window', () => {
  const injected = [
    { namespace: 'eip155', injected_id: 'isPhone' },
    { injected_id: 'isFar' },
    { namespace: 'x' },
    null,
    'y',
  ]
  expect(parseWallet({ id: 'a', name: 'A', injected })?.injected).toEqual([
    { namespace: 'eip155', injected_id: 'isPhone' },
    { injected_id: 'isFar' },
  ])
})

it('reads a directory entry of any kind without throwing, and never half of one', () => {
  const entry = fc.record({
    id: fc.anything(),
    name: fc.anything(),
    chains: fc.anything(),
    injected: fc.anything(),
    mobile_link: fc.anything(),
  })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), entry), (value) => {
      const wallet = parseWallet(value)
      return (
        wallet === undefined ||
        (wallet.id !== '' &&
          typeof wallet.name === 'string' &&
          [...(wallet.chains ?? [])].every((id) => typeof id === 'string'))
      )
    }),
    { numRuns: 5_000 },
  )
})
