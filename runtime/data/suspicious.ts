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

/**
 * `counterparties`: the addresses that the account has really sent to or received from, each once. One that it only received
 * from does not count if it looks like one that the account sent to, whatever was received and whenever.
 */
export type Judged = { suspicious: ReadonlyMap<string, Suspicion>; counterparties: readonly string[] }

/**
 * USD. Two addresses with eight equal characters meet by chance once in four billion pairs, so this may be high: an honest
 * sender is practically never among them, and every planted entry costs its sender more than that.
 */
export const DUST = 10

type Side = { address: string; key: string; ends: string }
type Token = { looks: string; symbol: string; key: string | undefined }
/** What of a row the judgement needs. `tokens` has an entry per transfer, `undefined` for one without a token. */
type Read = {
  hash: string
  from: Side
  to: Side
  movesNothing: boolean
  isDust: boolean
  tokens: readonly (Token | undefined)[]
}

/** Rows are judged again with each page, and comparing texts is most of the work. */
const reads = new WeakMap<HistoryTransaction, Read>()

function read(row: HistoryTransaction): Read {
  const known = reads.get(row)
  if (known) return known
  const { metadata, transfers } = row
  const made: Read = {
    hash: metadata.hash.toLowerCase(),
    from: sideOf(metadata.sentFrom),
    to: sideOf(metadata.sentTo),
    movesNothing: transfers.every(isNothing),
    isDust: transfers.every(({ direction, value = 0 }) => direction === 'in' && value < DUST),
    tokens: transfers.map(
      ({ fungible_info: token }) =>
        token && {
          looks: looksOf(token.symbol),
          symbol: token.symbol,
          key: token.address === undefined ? undefined : addressKey(token.address),
        },
    ),
  }
  reads.set(row, made)
  return made
}

const sideOf = (address: string): Side => ({ address, key: addressKey(address), ends: addressEnds(address) })
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
  const remember = ({ address, key, ends }: Side) => {
    if (!address || key === account) return
    const alike = used.get(ends) ?? new Map<string, string>()
    if (!alike.has(key)) alike.set(key, address)
    used.set(ends, alike)
  }
  const imitates = ({ key, ends }: Side) => {
    const alike = used.get(ends)
    return alike !== undefined && !alike.has(key)
  }
  for (const address of facts.known) remember(sideOf(address))

  const suspicious = new Map<string, Suspicion>()
  const sent: Side[] = facts.known.map(sideOf)
  const received: Side[] = []
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    const found = read(row)
    const why = own.has(found.hash) ? undefined : suspicionOf(row, found, { account, imitates, isImitation })
    if (why) suspicious.set(row.id, why)
    else if (!found.movesNothing) {
      const isSender = found.from.key === account
      const other = isSender ? found.to : found.from
      const list = isSender ? sent : received
      list.push(other)
      // Even a real payment does not make a look-alike an address that others are compared with.
      if (!imitates(other)) remember(other)
    }
  }
  return { suspicious, counterparties: realOnes(account, sent, facts.known.length, received) }
}

/** `sent` before `received`: anybody can send the account something. The first `known` of `sent` all count. */
function realOnes(account: string, sent: readonly Side[], known: number, received: readonly Side[]): string[] {
  const found = new Map<string, Side>()
  const ends = new Set<string>()
  for (const [at, side] of [...sent, ...received].entries()) {
    if (!side.address || side.key === account || found.has(side.key) || (at >= known && ends.has(side.ends))) continue
    found.set(side.key, side)
    ends.add(side.ends)
  }
  return [...found.values()].map(({ address }) => address)
}

/** Whether anybody could have planted the row for nearly nothing: it brings less than DUST, or moves nothing. */
export function isWorthless(row: HistoryTransaction, account: string): boolean {
  const { from, isDust, movesNothing } = read(row)
  if (row.metadata.isPurchase) return false
  return from.key === addressKey(account) ? movesNothing && row.transfers.length > 0 : isDust
}

type Judges = {
  account: string
  imitates: (side: Side) => boolean
  isImitation: (token: Token | undefined) => boolean
}

function suspicionOf(
  { metadata, transfers }: HistoryTransaction,
  { from, movesNothing, isDust, tokens }: Read,
  { account, imitates, isImitation }: Judges,
): Suspicion | undefined {
  if (!transfers.length || metadata.isPurchase) return undefined
  // A token contract lets anyone move 0 tokens in any account's name, so the sender says nothing.
  if (movesNothing) return 'nothing'
  if (tokens.every(isImitation)) return 'token'
  return from.key !== account && isDust && imitates(from) ? 'lookAlike' : undefined
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
  return (token: Token | undefined): boolean => {
    const like = token && known.get(token.looks)
    if (!like) return false
    // Without an address only another spelling of the symbol can be told apart.
    return token.key === undefined ? !like.symbols.has(token.symbol) : !like.addresses.has(token.key)
  }
}
