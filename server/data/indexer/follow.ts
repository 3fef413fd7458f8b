/**
 * Reads one network in steps: new blocks for all accounts first, then older blocks for one account at a time. Each step
 * is stored in one transaction, so that the process can end at any time.
 */
import type { IndexedRow, IndexStore, Mark, Watched } from '../../store/indexed.ts'
import { SourceError } from '../source.ts'
import type { Header } from './answers.ts'
import { RefusedCall } from './calls.ts'
import { writeDeed } from './deeds.ts'
import type { Asked, FoundDeed } from './range.ts'
import type { Range, Reader } from './reader.ts'
import { createSteps } from './steps.ts'

export type FollowerParts = {
  reader: Reader
  store: IndexStore
  /** The id with which this process holds the network's lease. */
  holder: string
  /** The first block to read. */
  from: number
  isListed: Asked['isListed']
}

/** The most strange transactions (see `FoundDeed`) of one account that are stored. */
const MOST_STRANGE = 2_000

export function createFollower({ reader, store, holder, from, isListed }: FollowerParts) {
  const { caipNetworkId: network } = reader.network
  const steps = createSteps(reader)
  let natives: 'traces' | 'blocks' | undefined
  /** The account for which older blocks were read last. */
  let turn = ''

  /** Reads from one end of a range, as many blocks as the node answers in one step. */
  async function readSome(whole: Range, end: 'first' | 'last', asked: Pick<Asked, 'accounts' | 'natives'>) {
    const strange = await store.strange(network)
    const room = (account: string) => MOST_STRANGE - (strange.get(account) ?? 0)
    return steps.read(whole, end, { ...asked, isListed, room })
  }

  /** Reads new blocks for all accounts, one step. @returns whether there are more */
  async function forward(accounts: readonly Watched[]): Promise<boolean> {
    const tip = await reader.tip()
    const last = await lastRead(tip, { reader, store, holder })
    // The node is older than one that answered before (several nodes can share a URL): wait until it has caught up.
    if (last && last.block > tip.number) return false
    if (last?.block === tip.number) {
      await store.reached(network, holder)
      return false
    }
    const own = accounts.filter(({ low }) => low !== undefined).map(({ account }) => account)
    const nothing = { range: { from: tip.number, to: tip.number }, found: [], full: [] }
    // If no block was read before, or no account needs the new ones, go straight to the newest block: `backward` reads
    // the older blocks later.
    const { range, found, full } =
      last && own.length > 0
        ? await readSome({ from: last.block + 1, to: tip.number }, 'first', {
            ...{ accounts: own, natives: natives ?? 'blocks' },
          })
        : nothing
    const end = range.to === tip.number ? tip : await reader.header(range.to)
    // A block's hash covers all blocks before it: if the node still has the newest block, what was just read is still
    // true.
    const isSame = (await reader.header(tip.number))?.hash === tip.hash
    if (!end || !isSame) throw new SourceError(reader.source, 'sent another chain than before')
    await store.followed(
      network,
      holder,
      found.map(rowOf),
      { block: end.number, hash: end.hash },
      { full, accounts: own, native: natives === 'traces' ? range.from : null },
    )
    if (end.number < tip.number) return true
    await store.reached(network, holder)
    return false
  }

  /** Reads older blocks for one account. @returns false if no account needs any */
  async function backward(accounts: readonly Watched[]): Promise<boolean> {
    const due = accounts.flatMap(({ account, low, native }) =>
      low !== undefined && low > from ? [{ account, low, native }] : [],
    )
    // In turn, so that an account with a long history does not keep the others waiting.
    const one = due.find(({ account }) => account > turn) ?? due[0]
    if (!one) return false
    const { account, low, native } = one
    turn = account
    const read = (how: Asked['natives']) =>
      readSome({ from, to: low - 1 }, 'last', { accounts: [account], natives: how })
    // The native currency is read downwards without gaps: once its transfers in a block could not be read, those in
    // older blocks are not read either.
    let hasNative = natives === 'traces' && native === low
    const { range, found, full } = await read(hasNative ? 'traces' : 'none').catch((error: unknown) => {
      // Many nodes can trace only new blocks. In older ones, read the tokens without the native transfers.
      if (!(error instanceof RefusedCall) || !error.isAbsent || !hasNative) throw error
      hasNative = false
      return read('none')
    })
    const known = { account, low: range.from, native: hasNative ? range.from : native }
    await store.filled(network, holder, found.map(rowOf), known, { before: low, full })
    return true
  }

  return {
    /**
     * Makes one step: reads new blocks; if there are none, starts with new accounts, or reads older blocks of one
     * account. This process must hold the lease.
     * @returns whether there is more to do
     * @throws SourceError if the node does not answer, LeaseLost if another process has the lease
     */
    async step(): Promise<boolean> {
      natives ??= (await reader.hasTraces()) ? 'traces' : 'blocks'
      if (await forward(await store.watched(network))) return true
      // Read the accounts again: if the chain has changed (reorg), `forward` has changed how far they have been read.
      const accounts = await store.watched(network)
      const marks = await store.marks(network)
      const fresh = accounts.filter(({ low }) => low === undefined).map(({ account }) => account)
      if (fresh.length > 0 && marks[0]) {
        const next = marks[0].block + 1
        // Without traces, transfers of the native currency inside of transactions are missing: store `null`.
        await store.begun(network, holder, fresh, next, natives === 'traces' ? next : null)
        return true
      }
      return backward(accounts)
    },
  }
}

/**
 * Finds the newest block that was read and is still in the chain, and removes what was read above it. Removes nothing
 * while the node's newest block is below the newest one that was read, because the node may only be late.
 * @returns undefined if no block was read, or none is still in the chain
 * @throws SourceError if the node does not have one of the blocks that were read
 */
async function lastRead(
  tip: Header,
  { reader, store, holder }: Pick<FollowerParts, 'reader' | 'store' | 'holder'>,
): Promise<Mark | undefined> {
  const { caipNetworkId: network } = reader.network
  const marks = await store.marks(network)
  const [newest] = marks
  if (newest && (newest.block > tip.number || newest.hash === tip.hash)) return newest
  for (const [at, mark] of marks.entries()) {
    const header = await reader.header(mark.block)
    if (!header) throw new SourceError(reader.source, 'does not have all blocks')
    if (header.hash !== mark.hash) continue
    if (at > 0) await store.rolledBack(network, holder, mark.block)
    return mark
  }
  // None of the stored blocks is in the chain: the node has another chain, or an unusually long reorg. Start again.
  if (marks.length > 0) await store.rolledBack(network, holder, -1)
  return undefined
}

const rowOf = ({ deed, ...found }: FoundDeed): IndexedRow => ({ ...found, hash: deed.hash, value: writeDeed(deed) })
