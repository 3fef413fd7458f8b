/** Finds entries of a history that were planted so that a person copies a wrong address or trusts a wrong token. */
import { addressEnds, addressKey, looksOf } from '../lib/lookAlike.ts'
import type { HistoryTransaction, HistoryTransfer } from './transaction.ts'

/**
 * Why an entry is suspicious. `nothing`: it moves none of a token. `lookAlike`: a small amount from an address that looks
 * like one that the account has used. `token`: its token has the symbol of another one.
 */
export type Suspicion = 'nothing' | 'lookAlike' | 'token'

export type HistoryFacts = {
  account: string
  /** Other addresses that the person knows, such as the account's others and the receivers of earlier sends. */
  known: readonly string[]
  /** Hashes of transactions that the person sent, which are never suspicious. */
  own: readonly string[]
  /** The network's own symbol, and the tokens that a service lists. */
  native: string
  tokens: readonly { symbol: string; address: string }[]
}

/** `counterparties`: the addresses that the account has really sent to or received from, each once. */
export type Judged = { suspicious: ReadonlyMap<string, Suspicion>; counterparties: readonly string[] }

/**
 * USD. Two addresses with eight equal characters meet by chance once in four billion pairs, so this may be high: an honest
 * sender is practically never among them, and every planted entry costs its sender more than that.
 */
export const DUST = 10

const isNothing = ({ quantity, nft_info: nft }: HistoryTransfer) => !nft && /^[0.]*$/.test(quantity.numeric)

/**
 * Judges every row of one account on one network, oldest first: an address counts as used from its first honest row on.
 *
 * @example
 * ```ts
 * import { findSuspicious, type HistoryTransaction } from 'walletkit/plugin'
 *
 * const facts = { account: '0x1', known: [], own: [], native: 'ETH', tokens: [] }
 * const judge = (rows: HistoryTransaction[]) => findSuspicious(rows, facts).suspicious.size
 * ```
 */
export function findSuspicious(rows: readonly HistoryTransaction[], facts: HistoryFacts): Judged {
  const account = addressKey(facts.account)
  const own = new Set(facts.own.map((hash) => hash.toLowerCase()))
  const isImitation = imitationsOf(facts)
  /** By their ends, the addresses that count as used. */
  const used = new Map<string, Map<string, string>>()
  const remember = (address: string) => {
    const key = addressKey(address)
    if (!address || key === account) return
    const alike = used.get(addressEnds(address)) ?? new Map<string, string>()
    if (!alike.has(key)) alike.set(key, address)
    used.set(addressEnds(address), alike)
  }
  const imitates = (address: string) => {
    const alike = used.get(addressEnds(address))
    return alike !== undefined && !alike.has(addressKey(address))
  }
  for (const address of facts.known) remember(address)

  const suspicious = new Map<string, Suspicion>()
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    const why = own.has(row.metadata.hash.toLowerCase())
      ? undefined
      : suspicionOf(row, { account, imitates, isImitation })
    if (why) suspicious.set(row.id, why)
    else if (row.transfers.some((transfer) => !isNothing(transfer))) {
      const { sentFrom, sentTo } = row.metadata
      const other = addressKey(sentFrom) === account ? sentTo : sentFrom
      // Even a real payment does not make a look-alike an address that others are compared with.
      if (other && !imitates(other)) remember(other)
    }
  }
  return { suspicious, counterparties: [...used.values()].flatMap((alike) => [...alike.values()]) }
}

type Judges = {
  account: string
  imitates: (address: string) => boolean
  isImitation: (transfer: HistoryTransfer) => boolean
}

function suspicionOf({ metadata, transfers }: HistoryTransaction, judges: Judges): Suspicion | undefined {
  if (!transfers.length || metadata.isPurchase) return undefined
  // A token contract lets anyone move 0 tokens in any account's name, so the sender says nothing.
  if (transfers.every(isNothing)) return 'nothing'
  if (transfers.every(judges.isImitation)) return 'token'
  const comesIn = addressKey(metadata.sentFrom) !== judges.account
  const isDust = transfers.every(({ direction, value = 0 }) => direction === 'in' && value < DUST)
  return comesIn && isDust && judges.imitates(metadata.sentFrom) ? 'lookAlike' : undefined
}

/** A token with the look of a known symbol that is not the token with that symbol. */
function imitationsOf({ native, tokens }: HistoryFacts) {
  const known = new Map<string, { symbols: Set<string>; addresses: Set<string> }>()
  const add = (symbol: string, address?: string) => {
    const entry = known.get(looksOf(symbol)) ?? { symbols: new Set(), addresses: new Set() }
    entry.symbols.add(symbol)
    if (address) entry.addresses.add(addressKey(address))
    known.set(looksOf(symbol), entry)
  }
  if (looksOf(native)) add(native)
  for (const { symbol, address } of tokens) if (looksOf(symbol)) add(symbol, address)
  return ({ fungible_info: token }: HistoryTransfer): boolean => {
    const like = token && known.get(looksOf(token.symbol))
    if (!like) return false
    if (token.address !== undefined) return !like.addresses.has(addressKey(token.address))
    // Without an address only another spelling of the symbol can be told apart.
    return !like.symbols.has(token.symbol)
  }
}
