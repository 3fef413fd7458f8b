/**
 * The activity of an account without transactions on the chains, so that all rows are from the service, at fixed times.
 */
import { privateKeyToAddress } from 'viem/accounts'
import type { HistoryRow } from '../../../sandbox/index.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const setup: Fixture['setup'] = { config: { features: { send: {}, receive: {}, history: {}, allWallets: 'SHOW' } } }
/** The time at which the page's clock is fixed. The chain's clock is another one. */
const NOW = 1_790_000_000_000
const HOUR = 3_600_000
const OWNER = privateKeyToAddress(`0x${'42'.repeat(32)}`)
const wallets: Fixture['wallets'] = [{ key: 'empty' }]

const icon = ({ sandbox }: Visit, symbol: string) => ({ url: `${sandbox.url}/public/getTokenImage/${symbol}` })
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Fills the service's history with one row of each kind. */
function fill(visit: Visit) {
  const moved = (symbol: string, numeric: string, direction: 'in' | 'out') => ({
    direction,
    quantity: { numeric },
    price: 0,
    value: 0,
    fungible_info: { name: symbol, symbol, icon: icon(visit, symbol) },
  })
  const nft = { name: 'Paper Gardens #118', flags: { is_spam: false } }
  type Shown = Pick<HistoryRow, 'transfers'> &
    Partial<Pick<HistoryRow['metadata'], 'status' | 'operationType'>> & { ago: number }
  const rows: Shown[] = [
    { ago: 3, transfers: [moved('USDC', '500', 'out'), moved('ETH', '0.246899', 'in')] },
    { ago: 49, transfers: [moved('USDC', '1200', 'in')] },
    { ago: 145, transfers: [moved('UNI', '12', 'out')], status: 'failed' },
    { ago: 146, transfers: [], operationType: 'execute' },
    {
      ago: 800,
      transfers: [{ direction: 'in', quantity: { numeric: '1' }, price: 0, value: 0, nft_info: nft }],
    },
    { ago: 850, transfers: [moved('DAI', '546.12', 'in')] },
  ]
  visit.sandbox.indexer.clear()
  visit.sandbox.indexer.add(
    OWNER,
    rows.map(({ ago, transfers, status = 'confirmed', operationType = 'send' }, at) => ({
      id: `shown-${at}`,
      metadata: {
        operationType,
        hash: `0x${String(at).padStart(64, '0')}`,
        chain: 'eip155:31337',
        minedAt: new Date(NOW - ago * HOUR).toISOString(),
        sentFrom: FRIEND,
        sentTo: FRIEND,
        status,
        nonce: at,
      },
      transfers,
    })),
  )
}

const ready = async (visit: Visit) => {
  fill(visit)
  await visit.connect()
  await visit.open('Transactions')
  await visit.shows('Swapped')
}
const HISTORY = `/v1/account/${OWNER}/history`

export const historyViews = {
  Transactions: {
    loading: {
      setup,
      wallets,
      reach: async (visit) => {
        await visit.connect()
        visit.fault({ path: HISTORY, kind: 'hang' })
        await visit.open('Transactions')
        await visit.modal.locator('.row .bone').first().waitFor()
      },
    },
    ready: { setup, wallets, reach: ready },
    empty: {
      setup,
      wallets,
      reach: async ({ sandbox, connect, open, shows }) => {
        sandbox.indexer.clear()
        await connect()
        await open('Transactions')
        await shows('No activity yet')
      },
    },
    error: {
      setup,
      wallets,
      reach: async (visit) => {
        await visit.connect()
        visit.fault({ path: HISTORY, kind: 'status', status: 500 })
        await visit.open('Transactions')
        await visit.button('Retry').waitFor()
        // Wait until the toast disappears by itself.
        await visit.page.locator('[data-walletkit] .toast').waitFor({ state: 'hidden' })
      },
    },
    offline: {
      setup,
      wallets,
      reach: async (visit) => {
        await ready(visit)
        await visit.offline()
        await visit.shows(/You’re offline/)
      },
    },
    unsupported: 'shell',
    progress: {
      setup,
      wallets,
      reach: async (visit) => {
        fill(visit)
        const { page } = visit
        await visit.connect()
        // A transaction that was just sent from this browser, and is not mined yet.
        await page.evaluate(
          ([from, to, at]) => {
            const sent = {
              hash: `0x${'ab'.repeat(32)}`,
              caipNetworkId: 'eip155:31337',
              from,
              to,
              status: 'pending',
              at,
            }
            const note = { kind: 'send', out: { amount: '0.25', symbol: 'ETH' } }
            localStorage.setItem('@appkit/sent_transactions', JSON.stringify([{ ...sent, note }]))
          },
          [OWNER, FRIEND, NOW - 130_000] as const,
        )
        await page.reload()
        await page.waitForFunction(() => kit.getAccount().status === 'connected')
        // Use the pointer again, so that the focused element has no focus ring.
        await page.getByRole('button', { name: 'Open' }).click()
        await visit.open('Transactions')
        await visit.shows('Pending')
        await visit.shows('Swapped')
      },
    },
    done: 'instant',
    more: {
      'ready.tab': {
        setup,
        wallets,
        reach: async (visit) => {
          fill(visit)
          await visit.connect()
          await visit.open()
          await visit.modal.getByRole('tab', { name: 'Activity' }).click()
          await visit.shows('Swapped')
        },
      },
      'empty.service': {
        setup: { config: { ...setup.config, services: {} } },
        reach: async ({ connect, open, shows }) => {
          await connect()
          await open('Transactions')
          await shows('Activity is not available on this site')
        },
      },
      'empty.disconnected': {
        setup,
        wallets,
        reach: async ({ open, shows }) => {
          await open('Transactions')
          await shows('No wallet connected')
        },
      },
    },
  },
} satisfies Catalogue
