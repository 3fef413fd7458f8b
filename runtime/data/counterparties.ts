/**
 * Finds the addresses that the active account has really dealt with, so that the modal can warn of addresses that only
 * look like them.
 */
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { plain } from '../lib/isRecord.ts'
import { THIRTY_SECONDS } from '../lib/time.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { fetchBalances } from './balances.ts'
import { knownReceivers, sentTransactions } from './sent.ts'
import { findSuspicious, type HistoryFacts, isWorthless } from './suspicious.ts'
import { type HistoryTransaction, parseHistory } from './transaction.ts'

/**
 * How many full pages of useful rows to read. A few suffice: attackers imitate the addresses of recent transactions.
 */
const PAGES = 3
/**
 * The most pages to read, useful or not. An attacker plants worthless rows (`isWorthless`) to push the real ones out of
 * the first pages, but would have to plant about a thousand for one account to fill all of these pages.
 */
const MOST_PAGES = 20
/** The namespaces that the history service supports. */
const NAMESPACES: readonly string[] = ['eip155', 'solana']

type Known = { of: string; at: number; found: Promise<readonly string[]> }
const cache = perKit((): { known?: Known } => ({}))

/**
 * The addresses that the active account has sent to or received from, without addresses that only imitate another one.
 * Read from this browser's sends and from the history service. If the service fails, uses the pages that were read
 * until then. Cached for 30 s.
 */
export function counterparties(kit: Kit): Promise<readonly string[]> {
  const of = activeAccount(kit)?.caipAddress ?? ''
  const held = cache(kit)
  const isFresh = held.known?.of === of && Date.now() - held.known.at < THIRTY_SECONDS
  if (!isFresh || !held.known) held.known = { of, at: Date.now(), found: read(kit) }
  return held.known.found
}

async function read(kit: Kit): Promise<readonly string[]> {
  const network = plain(activeNetworkOf(kit))
  const account = activeAccount(kit)?.address
  if (!network || !account) return []
  const facts = factsOf(kit, account, network.nativeCurrency.symbol)
  const [rows, tokens] = await Promise.all([
    NAMESPACES.includes(network.chainNamespace) ? readRows(kit, account, network.caipNetworkId) : [],
    fetchBalances(kit).catch(() => []),
  ])
  const listed = tokens.flatMap(({ symbol, address, price }) =>
    address !== undefined && price > 0 ? [{ symbol, address: address.split(':').at(-1) ?? '' }] : [],
  )
  return findSuspicious(rows, { ...facts, tokens: listed }).counterparties
}

function factsOf(kit: Kit, account: string, native: string): HistoryFacts {
  const sent = sentTransactions(kit).filter(({ from }) => from.toLowerCase() === account.toLowerCase())
  return {
    account,
    native,
    tokens: [],
    known: knownReceivers(sent),
    own: sent.map(({ hash }) => hash),
  }
}

async function readRows(kit: Kit, account: string, chainId: string): Promise<HistoryTransaction[]> {
  const rows: HistoryTransaction[] = []
  const path = `v1/account/${encodeURIComponent(account)}/history`
  let cursor: string | undefined
  try {
    let worth = 0
    for (let page = 0; page < MOST_PAGES && worth < PAGES; page++) {
      const query = { account, chainId, ...(cursor !== undefined && { cursor }) }
      const reply = await blockchainApi(kit)?.read({ path, query }, chainId)
      if (reply === undefined) break
      const { data, next } = parseHistory(reply)
      rows.push(...data.filter(({ metadata }) => metadata.chain === chainId))
      if (next === undefined || !data.length) break
      cursor = next
      worth += data.filter((row) => !isWorthless(row, account)).length / data.length
    }
  } catch {
    // Use what was read so far: the check is only a help, and a send must not depend on the service.
  }
  return rows
}
