import { afterEach, expect, it } from 'vitest'
import { ACTIVITY_NAMESPACES } from '../../../plugins/history/filter.ts'
import { parsePage } from '../../../plugins/history/transaction.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { askedOf, ONE, openHistory, rowAt } from './kit.ts'

const sandbox = useSandbox()
const owner = () => sandbox().accounts[0]?.address ?? ''
/** Old rows, which are listed after those of the sandbox itself. */
const old = (count: number) => Array.from({ length: count }, (_, at) => rowAt(`old-${at}`, 1_500_000_000 - at))
const HISTORY = '/v1/account'

afterEach(() => {
  sandbox().indexer.clear()
  sandbox().faults.clear()
  sandbox().onramp.set({ hold: false })
})

it('fetches the first page of the account on the active network [S3.tx.01] [S3.tx.05] [S7.api.04]', async () => {
  const { controller, state } = await openHistory(sandbox())
  const since = askedOf(sandbox()).length
  const loading = controller.load()
  expect(state.loading).toBe(true)
  await loading
  expect(state.loading).toBe(false)
  expect(state.transactions.length).toBeGreaterThanOrEqual(4)
  expect(state.transactions.map(({ metadata }) => metadata.chain)).toEqual(state.transactions.map(() => ONE))
  expect(state.empty).toBe(false)
  const [first] = askedOf(sandbox()).slice(since)
  expect(first?.query).toMatchObject({ account: owner(), chainId: ONE, cache: 'default', projectId: 'unit' })
  expect(first?.query).not.toHaveProperty('cursor')
})

it('goes on where the last page ended [S3.tx.04] [S7.api.03]', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, state, tracked } = await openHistory(sandbox())
  await controller.load()
  const { next } = state
  const known = state.transactions.length
  expect(next).toBeTypeOf('string')
  const since = askedOf(sandbox()).length
  await Promise.all([controller.loadMore(), controller.loadMore()])
  const asked = askedOf(sandbox()).slice(since)
  expect(asked.map(({ query, path }) => [path, query['cursor'], query['chainId']])).toEqual([
    [`/v1/account/${owner()}/history`, next, ONE],
  ])
  expect(state.transactions.length).toBeGreaterThan(known)
  expect(state.next).toBeUndefined()
  expect(new Set(state.transactions.map(({ id }) => id)).size).toBe(state.transactions.length)
  const more = tracked.filter(({ event }) => event === 'LOAD_MORE_TRANSACTIONS')
  expect(more.map(({ properties }) => properties)).toEqual([
    { address: owner(), projectId: 'unit', cursor: next, isSmartAccount: false },
  ])
  // There is no request after the last page.
  await controller.loadMore()
  expect(askedOf(sandbox()).length).toBe(since + 1)
})

it('is grouped by year and month while pages arrive [S3.tx.02]', async () => {
  sandbox().indexer.add(owner(), [rowAt('march', '2024-03-05T12:00:00Z'), rowAt('april', '2024-04-05T12:00:00Z')])
  const { controller, state } = await openHistory(sandbox())
  await controller.load()
  expect(state.transactionsByYear[2024]?.[2]?.map(({ id }) => id)).toEqual(['march'])
  expect(state.transactionsByYear[2024]?.[3]?.map(({ id }) => id)).toEqual(['april'])
})

it('says that there is nothing once that is sure [S3.tx.06]', async () => {
  const { controller, state, kit } = await openHistory(sandbox())
  const third = '0x00000000000000000000000000000000000e3517'
  const account = kit.state.accounts.eip155
  Object.assign(account, { address: third, caipAddress: `${ONE}:${third}` })
  expect(state.empty).toBe(false)
  await controller.load()
  expect(state).toMatchObject({ empty: true, loading: false, failed: false, transactions: [] })
})

it('asks what was bought, and keeps it apart, with its status [S3.tx.03]', async () => {
  sandbox().onramp.set({ hold: true })
  const { controller, state } = await openHistory(sandbox())
  await buy(owner())
  const since = askedOf(sandbox()).length
  await controller.load()
  expect(state.coinbaseTransactions).toMatchObject([
    { metadata: { status: 'pending', isPurchase: true }, transfers: [{ direction: 'in' }] },
  ])
  expect(
    askedOf(sandbox())
      .slice(since)
      .map(({ query }) => [query['onramp'], query['cache']]),
  ).toContainEqual(['coinbase', 'no-cache'])
  sandbox().onramp.set({ hold: false })
  await expect.poll(() => sandbox().onramp.purchases(owner())[0]?.metadata.status).toMatch(/SUCCESS/)
  await controller.load()
  expect(state.coinbaseTransactions[0]?.metadata.status).toBe('confirmed')
  // The history lists the purchase's transfer, too.
  const hash = state.coinbaseTransactions[0]?.metadata.hash ?? ''
  sandbox().indexer.add(owner(), [rowAt('bought', '2024-03-05T12:00:00Z', { hash })])
  expect(((await controller.toCsv()) ?? '').split('\r\n').filter((line) => line.includes(hash))).toHaveLength(1)
})

it('begins anew on another network, and an answer about the last one is dropped [S3.tx.07]', async () => {
  const { controller, state, kit } = await openHistory(sandbox())
  await controller.load()
  expect(state.lastNetworkInView).toBe(ONE)
  const before = state.transactions
  const leave = controller.enter()
  sandbox().faults.set({ path: HISTORY, kind: 'delay', ms: 300, times: 2 })
  const late = controller.fetchTransactions(owner())
  await switchNetwork(kit, 'eip155:31338')
  await late
  await expect.poll(() => state.loading).toBe(false)
  expect(state.lastNetworkInView).toBe('eip155:31338')
  expect(state.transactions.length).toBeGreaterThan(0)
  for (const { metadata } of state.transactions) expect(metadata.chain).toBe('eip155:31338')
  expect(before).not.toBe(state.transactions)
  leave()
})

it('a failure empties the list, forgets the cursor, and is told [S8.user.04]', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, state, tracked, kit } = await openHistory(sandbox())
  await controller.load()
  const { next } = state
  sandbox().faults.set({ path: HISTORY, kind: 'status', status: 500 })
  await controller.loadMore()
  expect(state).toMatchObject({
    transactions: [],
    transactionsByYear: {},
    next: undefined,
    empty: true,
    loading: false,
  })
  expect(kit.state.toast).toMatchObject({ open: true, message: 'Failed to fetch transactions', variant: 'error' })
  expect(tracked.at(-1)).toEqual({
    event: 'ERROR_FETCH_TRANSACTIONS',
    properties: { address: owner(), projectId: 'unit', cursor: next, isSmartAccount: false },
  })
  sandbox().faults.clear()
  await controller.load()
  expect(state).toMatchObject({ failed: false, empty: false })
  expect(state.transactions.length).toBeGreaterThan(0)
})

it.each(['garbage', 'drop'] as const)('survives an answer that is %s', async (kind) => {
  const { controller, state } = await openHistory(sandbox())
  sandbox().faults.set({ path: HISTORY, kind })
  await controller.load()
  expect(state).toMatchObject({ failed: true, loading: false })
})

it('goes on with all its pages when the service works again after a failure, without a press of Retry', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, state } = await openHistory(sandbox())
  sandbox().faults.set({ path: HISTORY, kind: 'status', status: 500 })
  await controller.load()
  expect(state.failed).toBe(true)
  sandbox().faults.clear()
  // This is what the list does while the service does not list a transaction that was sent from here.
  await controller.refresh()
  expect(state).toMatchObject({ failed: false, empty: false })
  expect(state.transactions.length).toBeGreaterThan(0)
  while (state.next !== undefined) await controller.loadMore()
  expect(state.transactions.filter(({ id }) => id.startsWith('old-'))).toHaveLength(60)
})

it('leaves no gap when a page of older rows arrives after the list was read again from the start', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, state } = await openHistory(sandbox())
  await controller.load()
  sandbox().indexer.add(
    owner(),
    Array.from({ length: 80 }, (_, at) => rowAt(`later-${at}`, 4_300_000_000 + at)),
  )
  const since = askedOf(sandbox()).length
  sandbox().faults.set({ path: HISTORY, kind: 'delay', ms: 300, times: 2 })
  const refreshed = controller.refresh()
  await expect.poll(() => askedOf(sandbox()).length).toBe(since + 2)
  sandbox().faults.set({ path: HISTORY, kind: 'delay', ms: 900, times: 1 })
  await Promise.all([refreshed, controller.loadMore()])
  await controller.refresh()
  while (state.next !== undefined) await controller.loadMore()
  const ids = state.transactions.map(({ id }) => id)
  for (const [kind, count] of [
    ['later-', 80],
    ['old-', 60],
  ] as const)
    expect(ids.filter((id) => id.startsWith(kind))).toHaveLength(count)
})

it('finds new rows behind a page of nothing but advertisements', async () => {
  const { controller, state } = await openHistory(sandbox())
  await controller.load()
  const spam = Array.from({ length: 70 }, (_, at) => ({
    ...rowAt(`spam-${at}`, 4_200_000_000 - at),
    transfers: [
      {
        direction: 'in' as const,
        quantity: { numeric: '1' },
        price: 0,
        value: 0,
        nft_info: { name: 'x', flags: { is_spam: true } },
      },
    ],
  }))
  sandbox().indexer.add(owner(), [...spam, rowAt('paid', 4_100_000_000)])
  await controller.load()
  expect(state.transactions[0]?.id).toBe('paid')
})

it('is no table of two networks when the visitor switches while the pages are read', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, kit } = await openHistory(sandbox())
  const leave = controller.enter()
  await expect.poll(() => controller.state.loading).toBe(false)
  sandbox().faults.set({ path: HISTORY, kind: 'delay', ms: 300, times: 1 })
  const text = controller.toCsv()
  // The visitor has closed the modal, but the file is still being made.
  leave()
  await switchNetwork(kit, 'eip155:31338')
  expect(await text).toBeUndefined()
})

it('cannot be asked without an account [S8.throw.11]', async () => {
  const { controller } = await openHistory(sandbox(), { connected: false })
  await expect(controller.fetchTransactions()).rejects.toThrow(
    /^Transactions can't be fetched without an accountAddress$/,
  )
})

it('serves eip155 and solana, and asks nothing for another namespace [S9.chains.03]', async () => {
  expect(ACTIVITY_NAMESPACES).toEqual(['eip155', 'solana'])
  const { controller, state, kit } = await openHistory(sandbox())
  Object.assign(kit.state.accounts.polkadot, { status: 'connected', address: '5F', caipAddress: 'polkadot:1:5F' })
  kit.state.networks.activeChain = 'polkadot'
  const since = askedOf(sandbox()).length
  await controller.load()
  await controller.fetchTransactions('5FBqhNv1SdFgBRYyTEdFRHJEP87rjgZaUNhouPq1AR7Lk8Yh')
  expect(askedOf(sandbox()).length).toBe(since)
  expect(controller.isSupported()).toBe(false)
  expect(state.transactions).toEqual([])
})

it('without a service nothing is asked', async () => {
  const { services, ...config } = sandboxConfig(sandbox())
  const { controller, state } = await openHistory(sandbox(), {
    config: { ...config, services: { rpc: services && typeof services === 'object' ? services.rpc : '' } as never },
  })
  const since = askedOf(sandbox()).length
  await controller.load()
  expect(controller.hasService).toBe(false)
  expect(state.loading).toBe(false)
  expect(askedOf(sandbox()).length).toBe(since)
})

it('what came since is put on top; more than a page of it begins the list anew', async () => {
  sandbox().indexer.add(owner(), old(60))
  const { controller, state } = await openHistory(sandbox())
  await controller.load()
  const { next, transactions } = state
  sandbox().indexer.add(owner(), [rowAt('new', 4_000_000_000)])
  await controller.load()
  expect(state.transactions[0]?.id).toBe('new')
  expect(state.transactions).toHaveLength(transactions.length + 1)
  expect(state.next).toBe(next)
  const many = Array.from({ length: 80 }, (_, at) => rowAt(`newer-${at}`, 4_000_000_100 + at))
  sandbox().indexer.add(owner(), many)
  await controller.load()
  expect(state.transactions).toHaveLength(50)
  expect(state.next).not.toBe(next)
  while (state.next !== undefined) await controller.loadMore()
  expect(new Set(state.transactions.map(({ id }) => id)).size).toBeGreaterThanOrEqual(60 + 81)
})

it('a page of nothing but advertisements is passed over', async () => {
  const spam = Array.from({ length: 70 }, (_, at) => ({
    ...rowAt(`spam-${at}`, 4_100_000_000 - at),
    transfers: [
      {
        direction: 'in' as const,
        quantity: { numeric: '1' },
        price: 0,
        value: 0,
        nft_info: { name: 'x', flags: { is_spam: true } },
      },
    ],
  }))
  sandbox().indexer.add(owner(), spam)
  const { controller, state } = await openHistory(sandbox())
  await controller.load()
  expect(state.transactions.length).toBeGreaterThan(0)
  expect(state.transactions.some(({ id }) => id.startsWith('spam'))).toBe(false)
})

it('what is no page is refused whole, and one bad row alone', () => {
  expect(() => parsePage({ next: 'x' })).toThrow('The history service gave no list')
  expect(parsePage({ data: [rowAt('a', 1), { id: 'b' }], next: null }).data.map(({ id }) => id)).toEqual(['a'])
})

/** Buys a little ether for an address, as the checkout page does. */
async function buy(address: string) {
  const { url } = sandbox()
  const wallet = { address, blockchains: ['sandbox-one'], assets: ['ETH'] }
  const order = { defaultNetwork: 'sandbox-one', defaultExperience: 'buy', partnerUserId: 'p', presetFiatAmount: '50' }
  const body = JSON.stringify({ destinationWallets: [wallet], ...order })
  const made = await fetch(`${url}/v1/generators/onrampurl?projectId=p`, { method: 'POST', body })
  const { url: checkout } = (await made.json()) as { url: string }
  await fetch(`${checkout}/pay`, { method: 'POST', redirect: 'manual' })
}
