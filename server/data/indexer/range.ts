/** Reads one range of blocks for the watched accounts. */
import { SourceError } from '../source.ts'
import type { FoundLog, Trace } from './answers.ts'
import { deedOf, type StoredDeed } from './deeds.ts'
import type { Range, Reader } from './reader.ts'

/**
 * One transaction of one account. `place` is its number in the block. `isStrange`: the account did not send it, and
 * nothing of it is native currency or a token of the operator's list, so that anybody can have written it into the chain
 * for little money. `contracts` are the tokens in it.
 */
export type FoundDeed = {
  account: string
  block: number
  place: number
  isStrange: boolean
  contracts: readonly string[]
  deed: StoredDeed
}

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

/** The most strange transactions of an account in one block that are kept. */
const MOST_IN_BLOCK = 20

/** A transaction in which an account has a part. */
type Hit = { hash: string; block: number; account: string; isStrange: boolean }

/** @throws SourceError if the node does not answer, or if the chain changed while it was read */
export async function readRange(reader: Reader, range: Range, asked: Asked): Promise<FoundDeed[]> {
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
  const kept = limited(hits, asked)
  const hashes = [...new Set(kept.map(({ hash }) => hash))]
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
      deed.sender !== account && deed.movements.every((each) => each.kind !== 'native' && !isListed(each.contract))
    return { account, block, place: found.receipt.place, isStrange, contracts: [...new Set(tokens)], deed }
  })
  // A call without value from somebody else moves nothing of the account.
  return deeds.filter(({ account, deed }) => deed.sender === account || deed.movements.length > 0)
}

function hitsOf(
  own: ReadonlySet<string>,
  { hash, block, from, to }: Pick<Trace, 'hash' | 'block' | 'from' | 'to'>,
): Hit[] {
  const parties = [...new Set([from, ...(to === undefined ? [] : [to])])]
  return parties.filter((each) => own.has(each)).map((account) => ({ hash, block, account, isStrange: false }))
}

function logHits(own: ReadonlySet<string>, { hash, block, transfer }: FoundLog, isListed: Asked['isListed']): Hit[] {
  const parties = [...new Set([transfer.from, transfer.to])]
  const isStrange = !isListed(transfer.contract)
  return parties.filter((each) => own.has(each)).map((account) => ({ hash, block, account, isStrange }))
}

/** Each transaction of an account once, and of the strange ones as many as there is room for. */
function limited(hits: readonly Hit[], { room }: Asked): Hit[] {
  const found = new Map<string, Hit>()
  for (const hit of hits) {
    const key = `${hit.hash} ${hit.account}`
    const before = found.get(key)
    found.set(key, before ? { ...before, isStrange: before.isStrange && hit.isStrange } : hit)
  }
  const inBlock = new Map<string, number>()
  const inAll = new Map<string, number>()
  return [...found.values()].filter(({ account, block, isStrange }) => {
    if (!isStrange) return true
    const place = `${block} ${account}`
    const [here, all] = [inBlock.get(place) ?? 0, inAll.get(account) ?? 0]
    if (here >= MOST_IN_BLOCK || all >= room(account)) return false
    inBlock.set(place, here + 1)
    inAll.set(account, all + 1)
    return true
  })
}
