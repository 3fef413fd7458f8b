/** Reads one range of blocks for the watched accounts. */
import { SourceError } from '../source.ts'
import type { FoundLog, Trace } from './answers.ts'
import { deedOf, type StoredDeed, type StoredMovement } from './deeds.ts'
import { MOST_AT_ONCE, type Range, type Reader } from './reader.ts'

/**
 * One transaction of one account. `place` is its index in the block. `isStrange`: the account did not send it, and it
 * moved no native currency and no listed token or NFT of the account, so that anybody could have written it into the
 * chain at little cost. `contracts` are the ERC-20 tokens in it.
 */
export type FoundDeed = {
  account: string
  block: number
  place: number
  isStrange: boolean
  contracts: readonly string[]
  deed: StoredDeed
}

/** `full`: the accounts with too many transactions in one block; `found` has none of theirs. */
export type Found = { found: FoundDeed[]; full: readonly string[] }

export type Asked = {
  /** In lower case. */
  accounts: readonly string[]
  /** How native transfers are found: by the node's traces, in the blocks themselves, or not at all. */
  natives: 'traces' | 'blocks' | 'none'
  /** Whether the operator's token list has a contract. */
  isListed: (contract: string) => boolean
  /** How many more strange transactions of an account may be kept. */
  room: (account: string) => number
}

/** The most strange transactions of an account in one block that are stored. */
const MOST_IN_BLOCK = 20
/** An account with more transactions in one block (without strange ones) belongs to a service: it is not read. */
const MOST_OWN_IN_BLOCK = 500

/** A transaction that concerns a watched account. */
type Hit = { hash: string; block: number; account: string; isStrange: boolean }

/**
 * Finds the transactions of the accounts in a range of blocks.
 * @throws SourceError if the node does not answer, if the range has too many transactions for one step, or if the chain
 * changed while it was read
 */
export async function readRange(reader: Reader, range: Range, asked: Asked): Promise<Found> {
  const { accounts, natives, isListed } = asked
  const own = new Set(accounts)
  const logs = await reader.logs(range, accounts)
  const traces = natives === 'traces' ? await reader.traces(range, accounts) : []
  const blocks = natives === 'blocks' ? await reader.blocks(range) : []
  if (logs.some(({ block }) => block < range.from || block > range.to))
    throw new SourceError(reader.source, 'sent blocks that were not asked for')
  const hits = [
    ...traces.flatMap((trace) => hitsOf(own, trace)),
    ...blocks.flatMap(({ block, sent }) => sent.flatMap((each) => hitsOf(own, { ...each, block }))),
    ...logs.flatMap((log) => logHits(own, log, isListed)),
  ]
  const { kept, full } = limited(hits, asked)
  const hashes = [...new Set(kept.map(({ hash }) => hash))]
  if (hashes.length > MOST_AT_ONCE && range.from < range.to)
    throw new SourceError(reader.source, 'has more in these blocks than is read at once')
  const numbers = [...new Set(kept.map(({ block }) => block))]
  const [transactions, headers] = [await reader.transactions(hashes), await reader.headers(numbers)]
  const byHash = new Map(transactions.map((each) => [each.receipt.hash, each]))
  const times = new Map(headers.map(({ number, at }) => [number, at]))
  const deeds = kept.map(({ hash, block, account }): FoundDeed => {
    const [found, at] = [byHash.get(hash), times.get(block)]
    if (!found || at === undefined || found.receipt.block !== block || found.sent.hash !== hash)
      throw new SourceError(reader.source, 'sent another chain than before')
    const inner = traces.filter((each) => each.hash === hash && each.path.length > 0)
    const deed = deedOf(account, at, { ...found, traces: inner }, isListed)
    const tokens = deed.movements.flatMap((each) => (each.kind === 'token' ? [each.contract] : []))
    const isStrange =
      deed.sender !== account && !(deed.succeeded && deed.movements.some((each) => isWorth(each, isListed)))
    return { account, block, place: found.receipt.place, isStrange, contracts: [...new Set(tokens)], deed }
  })
  // Leave out transactions of others that move nothing of the account, such as calls without value.
  return { found: deeds.filter(({ account, deed }) => deed.sender === account || deed.movements.length > 0), full }
}

/**
 * Whether a transfer moves native currency, or a listed token or NFT. Anybody can log a transfer of 0, or of a
 * worthless token, in the name of any account.
 */
function isWorth(movement: StoredMovement, isListed: Asked['isListed']): boolean {
  if (movement.kind === 'native') return movement.amount > 0n
  return isListed(movement.contract) && (movement.kind === 'nft' || movement.amount > 0n)
}

function hitsOf(
  own: ReadonlySet<string>,
  {
    hash,
    block,
    from,
    to,
    value,
    failed = false,
  }: Pick<Trace, 'hash' | 'block' | 'from' | 'to' | 'value'> & {
    failed?: boolean
  },
): Hit[] {
  const parties = [...new Set([from, ...(to === undefined ? [] : [to])])]
  const isWorthless = value === 0n || failed
  return parties
    .filter((each) => own.has(each))
    .map((account) => ({ hash, block, account, isStrange: isWorthless && account !== from }))
}

function logHits(own: ReadonlySet<string>, { hash, block, transfer }: FoundLog, isListed: Asked['isListed']): Hit[] {
  const parties = [...new Set([transfer.from, transfer.to])]
  const isStrange = !isListed(transfer.contract) || ('amount' in transfer && transfer.amount === 0n)
  return parties.filter((each) => own.has(each)).map((account) => ({ hash, block, account, isStrange }))
}

/**
 * Merges the hits of the same account and transaction, and leaves out strange ones for which there is no room, and all
 * hits of accounts that are full.
 */
function limited(hits: readonly Hit[], { room }: Asked): { kept: Hit[]; full: readonly string[] } {
  const found = new Map<string, Hit>()
  for (const hit of hits) {
    const key = `${hit.hash} ${hit.account}`
    const before = found.get(key)
    found.set(key, before ? { ...before, isStrange: before.isStrange && hit.isStrange } : hit)
  }
  const inBlock = new Map<string, number>()
  const inAll = new Map<string, number>()
  const ownInBlock = new Map<string, number>()
  const full = new Set<string>()
  for (const { account, block, isStrange } of found.values()) {
    const count = (ownInBlock.get(`${block} ${account}`) ?? 0) + (isStrange ? 0 : 1)
    ownInBlock.set(`${block} ${account}`, count)
    if (count > MOST_OWN_IN_BLOCK) full.add(account)
  }
  const kept = [...found.values()].filter(({ account, block, isStrange }) => {
    if (full.has(account)) return false
    if (!isStrange) return true
    const place = `${block} ${account}`
    const [here, all] = [inBlock.get(place) ?? 0, inAll.get(account) ?? 0]
    if (here >= MOST_IN_BLOCK || all >= room(account)) return false
    inBlock.set(place, here + 1)
    inAll.set(account, all + 1)
    return true
  })
  return { kept, full: [...full] }
}
