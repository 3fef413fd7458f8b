/**
 * Reads one network, step by step: new blocks for all accounts, then older blocks for those that need them. Each step is
 * stored as a whole, so that a process may end at any time.
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
  /** The lease's holder. */
  holder: string
  /** The first block to read. */
  from: number
  isListed: Asked['isListed']
}

/** Strange transactions of one account that are kept. */
const MOST_STRANGE = 2_000

export function createFollower({ reader, store, holder, from, isListed }: FollowerParts) {
  const { caipNetworkId: network } = reader.network
  const steps = createSteps(reader)
  let natives: 'traces' | 'blocks' | undefined
  /** The account for which older blocks were read last. */
  let turn = ''

  /** Reads from one end of a range, as much as the node answers at once. */
  async function readSome(whole: Range, end: 'first' | 'last', asked: Pick<Asked, 'accounts' | 'natives'>) {
    const strange = await store.strange(network)
    const room = (account: string) => MOST_STRANGE - (strange.get(account) ?? 0)
    return steps.read(whole, end, { ...asked, isListed, room })
  }

  /** @returns whether there is more to do */
  async function forward(accounts: readonly Watched[]): Promise<boolean> {
    const tip = await reader.tip()
    const last = await lastRead(tip, { reader, store, holder })
    // The node is behind the one that answered before: there is nothing to read until it has caught up.
    if (last && last.block > tip.number) return false
    if (last?.block === tip.number) {
      await store.reached(network, holder)
      return false
    }
    const own = accounts.filter(({ low }) => low !== undefined).map(({ account }) => account)
    const nothing = { range: { from: tip.number, to: tip.number }, found: [], full: [] }
    // The first time, and for the first account, what is older is read later, from the newest to the oldest.
    const { range, found, full } =
      last && own.length > 0
        ? await readSome({ from: last.block + 1, to: tip.number }, 'first', {
            ...{ accounts: own, natives: natives ?? 'blocks' },
          })
        : nothing
    const end = range.to === tip.number ? tip : await reader.header(range.to)
    // The hash of a block stands for all before it: if the newest one is still there, so is all that was read.
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

  /** Reads older blocks for one account. @returns whether there is more to do */
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
    // Once a part of the native currency is missing, what is older is of no use.
    let hasNative = natives === 'traces' && native === low
    const { range, found, full } = await read(hasNative ? 'traces' : 'none').catch((error: unknown) => {
      // Many nodes have the state for traces of new blocks only. The tokens can be read there all the same.
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
     * Reads one step forward, or one back if there is nothing new. The lease has to be this process's.
     * @returns whether there is more to do
     * @throws SourceError while the node does not answer, LeaseLost if another process has the lease
     */
    async step(): Promise<boolean> {
      natives ??= (await reader.hasTraces()) ? 'traces' : 'blocks'
      if (await forward(await store.watched(network))) return true
      // Read again: a change of the chain may have taken back what had been read of them.
      const accounts = await store.watched(network)
      const marks = await store.marks(network)
      const fresh = accounts.filter(({ low }) => low === undefined).map(({ account }) => account)
      if (fresh.length > 0 && marks[0]) {
        const next = marks[0].block + 1
        // Without traces, payments inside of transactions are missing.
        await store.begun(network, holder, fresh, next, natives === 'traces' ? next : null)
        return true
      }
      return backward(accounts)
    },
  }
}

/**
 * The newest block that was read and is still in the chain. What was read above it is removed; while the node's chain is
 * shorter than that, nothing is.
 * @throws SourceError if the node does not have a block below its newest one
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
  // None is left: this is another chain, or it has changed further back than any does.
  if (marks.length > 0) await store.rolledBack(network, holder, -1)
  return undefined
}

const rowOf = ({ deed, ...found }: FoundDeed): IndexedRow => ({ ...found, hash: deed.hash, value: writeDeed(deed) })
