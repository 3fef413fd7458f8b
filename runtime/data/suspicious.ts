/** Finds entries of a history that were planted so that a person copies a wrong address or trusts a wrong token. */
import { addressEnds, addressKey } from '../lib/lookAlike.ts'
import { judgeOf, type Shown, shownOf } from './imitations.ts'
import type { HistoryTransaction, HistoryTransfer } from './transaction.ts'

/**
 * Why an entry is suspicious. `nothing`: it transfers an amount of 0. `lookAlike`: a small amount from an address that
 * looks like one that the account has used, or a transfer to such an address that the account did not provably make,
 * because only the contract of an unknown token says so. `token`: each of its tokens has the symbol of another, known
 * token, or one that looks the same.
 */
export type Suspicion = 'nothing' | 'lookAlike' | 'token'

export type HistoryFacts = {
  account: string
  /** Other addresses that the person knows, such as the wallet's other accounts and the receivers of earlier sends. */
  known: readonly string[]
  /** Hashes of transactions that the person sent, which are never suspicious. */
  own: readonly string[]
  /** `native` is the symbol of the network's own currency. `tokens` are the known tokens, from a service's list. */
  native: string
  tokens: readonly { symbol: string; address: string }[]
}

/**
 * `suspicious`: the suspicious rows by `id`. `counterparties`: the addresses that the account has really sent to or
 * received from, each once. Of addresses that look alike, only the first is listed (and each of `HistoryFacts.known`),
 * even if all payments were real; those that the account sent to come first.
 */
export type Judged = { suspicious: ReadonlyMap<string, Suspicion>; counterparties: readonly string[] }

/**
 * In US dollars: less than this counts as a small amount. The limit may be this high because an honest sender
 * practically never looks like another address (eight equal characters occur by chance in one of four billion pairs),
 * and because a planted entry must cost its sender more than this to count.
 */
export const DUST = 10

type Side = { address: string; key: string; ends: string }
/**
 * What is needed of a row to judge it. `tokens` has an entry per transfer, which is `undefined` if it moves no token.
 */
type Read = {
  hash: string
  from: Side
  to: Side
  movesNothing: boolean
  isDust: boolean
  tokens: readonly (Shown | undefined)[]
  /** The same entries as in `tokens`, but only for transfers out of the account, and without NFTs. */
  left: readonly (Shown | undefined)[]
}

/** Caches what was read of each row: all rows are judged again with each new page, and reading is most of the work. */
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
    tokens: transfers.map(tokenOf),
    left: transfers.filter(({ direction, nft_info: nft }) => direction === 'out' && !nft).map(tokenOf),
  }
  reads.set(row, made)
  return made
}

const tokenOf = ({ fungible_info: token }: HistoryTransfer): Shown | undefined => token && shownOf(token)
const sideOf = (address: string): Side => ({ address, key: addressKey(address), ends: addressEnds(address) })
const isNothing = ({ quantity, nft_info: nft }: HistoryTransfer) => !nft && /^[0.]*$/.test(quantity.numeric)

/**
 * Finds the suspicious rows in the history of one account on one network. It judges them from the oldest on: an address
 * counts as used after its first honest row.
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
  const isImitation = judgeOf(facts)
  const isProof = proofsOf(facts)
  /**
   * The addresses that count as used. The outer key is `addressEnds` (first and last four characters), the inner one
   * `addressKey`.
   */
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
    const isOwn = own.has(found.hash)
    const isSender = found.from.key === account
    const isClaimed = isSender && !isOwn && !found.left.some(isProof)
    const judges = { account, imitates, isImitation, isClaimed }
    const why = isOwn ? undefined : suspicionOf(row, found, judges)
    if (why) suspicious.set(row.id, why)
    else if (!found.movesNothing && !isClaimed) {
      const other = isSender ? found.to : found.from
      const list = isSender ? sent : received
      list.push(other)
      // Never count a look-alike as used, even if the account really paid it or was paid by it: its later rows would
      // pass as honest.
      if (!imitates(other)) remember(other)
    }
  }
  return { suspicious, counterparties: realOnes(account, sent, facts.known.length, received) }
}

/**
 * The real counterparties, each once. Of several addresses that look alike, only the first counts, so `sent` come
 * before `received`: anybody can send the account something. The first `known` entries of `sent` always count.
 */
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

/**
 * Whether a stranger could have caused the row at nearly no cost: it brings the account less than {@link DUST} or
 * something without a known price, or it transfers an amount of 0 in the account's name.
 */
export function isWorthless(row: HistoryTransaction, account: string): boolean {
  const { from, isDust, movesNothing } = read(row)
  if (row.metadata.isPurchase) return false
  return from.key === addressKey(account) ? movesNothing && row.transfers.length > 0 : isDust
}

type Judges = {
  account: string
  imitates: (side: Side) => boolean
  isImitation: (token: Shown | undefined) => boolean
  /**
   * Whether the row names the account as sender without proof: no known token and no native currency leaves the
   * account.
   */
  isClaimed: boolean
}

function suspicionOf(
  { metadata, transfers }: HistoryTransaction,
  { from, to, movesNothing, isDust, tokens }: Read,
  { account, imitates, isImitation, isClaimed }: Judges,
): Suspicion | undefined {
  if (!transfers.length || metadata.isPurchase) return undefined
  // A token contract lets anyone move 0 tokens in any account's name, so the row's sender does not matter here.
  if (movesNothing) return 'nothing'
  if (tokens.every(isImitation)) return 'token'
  if (isClaimed) return imitates(to) ? 'lookAlike' : undefined
  return from.key !== account && isDust && imitates(from) ? 'lookAlike' : undefined
}

/**
 * Returns a function that tells whether a transfer of the token out of the account counts as proof that the account
 * sent it. Only the network's own currency and known tokens do, because any other contract can log a transfer in
 * anybody's name. A transfer whose token the service does not name is no proof either.
 */
function proofsOf({ native, tokens }: HistoryFacts) {
  const known = new Set(tokens.map(({ address }) => addressKey(address)))
  return (token: Shown | undefined): boolean =>
    token !== undefined && (token.key === undefined ? token.symbol === native : known.has(token.key))
}
