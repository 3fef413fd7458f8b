/** Reads as many blocks of a range as the node answers at once, and adapts that number to the node's limits. */
import { randomBytes } from 'node:crypto'
import { SourceError } from '../source.ts'
import { isTooMuch, RefusedCall } from './calls.ts'
import { type Asked, type Found, readRange } from './range.ts'
import type { Range, Reader } from './reader.ts'

/**
 * Blocks in one step: `first` at the start, later up to `most`, and up to `withBlocks` where whole blocks are read,
 * each by a call of its own. Nodes limit the blocks or the results of a filter, so a step that fails is halved, and
 * after each `tries` successful steps in a row the step is doubled.
 */
const STEP = { first: 1_000, most: 10_000, withBlocks: 50, tries: 10 }

/** How often the node must refuse a block for an account before this server stops reading the account. */
const TRIES = 3

export function createSteps(reader: Reader) {
  let step = STEP.first
  let answered = 0
  /** How often the node refused a block for an account, by `{account} {block}`. */
  const refusals = new Map<string, number>()

  /**
   * Reads one block. If the block has too much for one answer, reads it for half of the accounts at a time, down to one
   * account. Anybody can write that much into a block for one account: the account is then reported as `full`, and the
   * others are read on.
   */
  async function readApart(block: Range, asked: Asked): Promise<Found> {
    try {
      return await readRange(reader, block, asked)
    } catch (error) {
      const { accounts } = asked
      if (!isTooMuch(error)) throw error
      const [first] = accounts
      if (first === undefined) throw error
      if (accounts.length > 1) {
        const half = Math.ceil(accounts.length / 2)
        const one = await readApart(block, { ...asked, accounts: accounts.slice(0, half) })
        const other = await readApart(block, { ...asked, accounts: accounts.slice(half) })
        return { found: [...one.found, ...other.found], full: [...one.full, ...other.full] }
      }
      // Try the block with a random account: if the node refuses that too, throw, because the account is not the cause.
      await readRange(reader, block, { ...asked, accounts: [`0x${randomBytes(20).toString('hex')}`] })
      const key = `${first} ${block.to}`
      const count = (refusals.get(key) ?? 0) + 1
      refusals.set(key, count)
      if (count < TRIES) throw error
      refusals.delete(key)
      return { found: [], full: [first] }
    }
  }

  return {
    /**
     * Reads blocks from one end of a range.
     * @returns the range that was read, what was found, and which accounts have too many transactions in it
     * @throws SourceError if the node refuses even a single block, or refuses because of its rate limit
     */
    async read(whole: Range, end: 'first' | 'last', asked: Asked): Promise<Found & { range: Range }> {
      for (;;) {
        const size = asked.natives === 'blocks' ? Math.min(step, STEP.withBlocks) : step
        const range =
          end === 'first'
            ? { from: whole.from, to: Math.min(whole.to, whole.from + size - 1) }
            : { from: Math.max(whole.from, whole.to - size + 1), to: whole.to }
        try {
          const read = await (range.from === range.to ? readApart(range, asked) : readRange(reader, range, asked))
          answered += 1
          if (answered % STEP.tries === 0) step = Math.min(STEP.most, step * 2)
          return { range, ...read }
        } catch (error) {
          const blocks = range.to - range.from + 1
          // The node's rate limit says nothing about the length of the range: do not halve the step.
          const isPaced = error instanceof RefusedCall && error.isPaced
          if (!(error instanceof SourceError) || blocks === 1 || isPaced) throw error
          step = Math.ceil(blocks / 2)
          answered = 0
        }
      }
    },
  }
}
