/**
 * Stores the batches of `wallet_sendCalls` for `wallet_getCallsStatus` (EIP-5792), where all processes of a service
 * find them. A hash is stored before its transaction is sent: otherwise, if the process crashed after sending, the
 * batch would look as if nothing had been sent.
 */
import type { Hex } from 'viem'
import { flag, list, matching, number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'
import type { SentOperation } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'
import { type Entry, put, type Transient } from '../transient.ts'

/** The user, and the origin of the site, that a batch belongs to. */
export type Asker = { user: string; site: string }

/**
 * A batch. `hashes` are the transactions sent so far, of `wanted`. `done`: no more will follow. `operation`: a smart
 * account's operation, while it may still be included in a block. `reverted`: the operation's calls were reverted in
 * the block, although its transaction, which is the bundler's, succeeded. `at`: the last change, in ms since 1970.
 */
export type Batch = {
  caip: string
  atomic: boolean
  hashes: Hex[]
  wanted: number
  done: boolean
  operation?: SentOperation
  reverted: boolean
  at: number
}

/** LIMIT: the most batches of one user at one site that are stored. LIFE: the ms after which a batch is forgotten. */
const LIMIT = 100
const LIFE = 86_400_000
/** The most batches in a process's memory. */
const MOST = 100_000
/**
 * ms without a change after which a batch that is not done, and has no operation, counts as abandoned by its process,
 * and nothing more of it is sent. It is longer than sending one transaction takes, and than an account usually waits
 * for its earlier operations.
 */
const ABANDONED = 600_000
const [DUPLICATE, TOO_MANY] = [5720, -32005]
const duplicate = () => new Denied('There is a batch with this id', 400, DUPLICATE)

const hex = matching(/^0x[0-9a-f]*$/i, 'hex')
const stored = object(
  { caip: text, atomic: flag, hashes: list(hex), wanted: number, done: flag, reverted: flag, at: number },
  { operation: object({ hash: hex, sender: hex, nonce: hex, since: hex }) },
)
const index = object({ batches: list(object({ id: text, until: number, done: flag })) })
type Stored = Parsed<typeof stored>
type Index = Parsed<typeof index>

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`
const written = ({ operation, ...rest }: Batch): Stored => ({
  ...rest,
  ...(operation && { operation: { ...operation, nonce: hexOf(operation.nonce), since: hexOf(operation.since) } }),
})
function read({ operation, hashes, ...rest }: Stored): Batch {
  const batch = { ...rest, hashes: hashes as Hex[] }
  if (!operation) return batch
  const { hash, sender, nonce, since } = operation
  const sent = { hash: hash as Hex, sender: sender as Hex, nonce: BigInt(nonce), since: BigInt(since) }
  return { ...batch, operation: sent }
}

export type Batches = ReturnType<typeof createBatches>

export function createBatches(transient: Transient, now: () => number) {
  const batches = transient.collection('batch', stored, MOST)
  const indexes = transient.collection('batches', index, MOST)
  const indexKey = ({ user, site }: Asker) => JSON.stringify([user, site])
  const keyOf = ({ user, site }: Asker, id: string) => JSON.stringify([user, site, id])
  const entryOf = <T>(value: T, { user }: Asker, until: number): Entry<T> => ({
    value,
    until,
    about: user,
    owner: user,
  })
  const indexEntry = (all: Index['batches'], asker: Asker) =>
    all.length ? entryOf({ batches: all }, asker, Math.max(...all.map(({ until }) => until))) : undefined
  const changeIndex = (asker: Asker, change: (all: Index['batches']) => Index['batches']) =>
    indexes.update([indexKey(asker)], ([found]) => ({
      next: [indexEntry(change(found?.batches ?? []), asker)],
      result: undefined,
    }))
  const indexDone = (asker: Asker, id: string, done: boolean) =>
    changeIndex(asker, (all) => all.map((each) => (each.id === id ? { ...each, done } : each)))
  const drop = async (asker: Asker, id: string): Promise<void> => {
    await put(batches, keyOf(asker, id), undefined)
    await changeIndex(asker, (all) => all.filter((each) => each.id !== id))
  }
  /**
   * Changes a batch that is not `done`.
   * @returns the batch afterwards, unchanged if it was `done`; undefined if it does not exist
   */
  const change = async (asker: Asker, id: string, changeOf: (batch: Batch) => Partial<Batch>) => {
    const changed = await batches.update([keyOf(asker, id)], ([found]) => {
      if (!found) return { next: [undefined], result: undefined }
      const before = read(found)
      const after = before.done ? before : { ...before, ...changeOf(before), at: now() }
      if (after.done) delete after.operation
      return { next: [entryOf(written(after), asker, now() + LIFE)], result: after }
    })
    if (changed?.done) await indexDone(asker, id, true)
    return changed
  }
  const isAbandoned = ({ done, operation, at }: Batch) => !done && !operation && now() - at > ABANDONED

  return {
    /**
     * Stores a new batch, of which nothing is sent yet. If the user has LIMIT batches at this site, the oldest that is
     * done is removed.
     * @throws Denied 5720 for an id that is in use, Denied -32005 if LIMIT batches are not done
     */
    async begin(asker: Asker, id: string, given: Pick<Batch, 'caip' | 'atomic' | 'wanted'>): Promise<void> {
      const until = now() + LIFE
      const { outcome, gone } = await indexes.update([indexKey(asker)], ([found]) => {
        const all = (found?.batches ?? []).filter((each) => each.until >= now())
        const [same, ended] = [all.some((each) => each.id === id), all.filter(({ done }) => done)]
        const old = ended.slice(0, Math.max(all.length - LIMIT + 1, 0))
        const left = all.filter((each) => !old.includes(each))
        const isFull = left.length >= LIMIT
        if (same || isFull)
          return { next: [indexEntry(all, asker)], result: { outcome: same ? 'same' : 'full', gone: [] } }
        return {
          next: [indexEntry([...left, { id, until, done: false }], asker)],
          result: { outcome: 'begun', gone: old.map((each) => each.id) },
        }
      })
      if (outcome === 'same') throw duplicate()
      if (outcome === 'full') throw new Denied('Too many batches are under way', 429, TOO_MANY)
      const batch = { ...given, hashes: [], done: false, reverted: false, at: now() }
      let other: Stored | undefined
      try {
        for (const each of gone) await put(batches, keyOf(asker, each), undefined)
        other = await batches.update([keyOf(asker, id)], ([found]) => ({
          next: [entryOf(found ?? written(batch), asker, until)],
          result: found,
        }))
      } catch (error) {
        await drop(asker, id).catch(() => undefined)
        throw error
      }
      if (!other) return
      // Each change extends a batch, but not its entry in the index, which expires first.
      await indexDone(asker, id, other.done)
      throw duplicate()
    },
    /**
     * Finds a batch. An abandoned one ends here: it is stored and returned as `done`.
     * @returns undefined for an unknown batch, or one of another user or site
     */
    async find(asker: Asker, id: string): Promise<Batch | undefined> {
      const found = await batches.get(keyOf(asker, id))
      const batch = found && read(found)
      // Store that an abandoned batch is done before the page is told so. Its process then sends nothing more:
      // `refuseEnded` throws.
      if (batch && isAbandoned(batch)) return change(asker, id, (each) => (isAbandoned(each) ? { done: true } : {}))
      return batch
    },
    change,
    drop,
  }
}
