/** Reads a part of a range that the node answers at once, and finds out how long such a part may be. */
import { randomBytes } from 'node:crypto'
import { SourceError } from '../source.ts'
import { isTooMuch, RefusedCall } from './calls.ts'
import { type Asked, type Found, readRange } from './range.ts'
import type { Range, Reader } from './reader.ts'

/**
 * Blocks in one step. Nodes limit the blocks of a filter, or what it finds: a step that is refused is halved, and after
 * some that are answered a longer one is tried. Without traces each block is a request of its own.
 */
const STEP = { first: 1_000, most: 10_000, withBlocks: 50, tries: 10 }

/** So many times a block has to be refused for an account before the account is given up. */
const TRIES = 3

export function createSteps(reader: Reader) {
  let step = STEP.first
  let answered = 0
  /** How often a block was refused for an account. */
  const refusals = new Map<string, number>()

  /**
   * Reads one block that has too much for one answer, for fewer accounts at a time. Anybody can write so much into it
   * for one account: it is given up then, and the others go on.
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
      // If the node refuses this block for any account, it is the node or the block.
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
     * Reads from one end of a range.
     * @returns which part was read, what is there, and which accounts have too much there
     * @throws SourceError if the node answers not even for a single block
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
          // A node that was asked too often says nothing about the range.
          const isPaced = error instanceof RefusedCall && error.isPaced
          if (!(error instanceof SourceError) || blocks === 1 || isPaced) throw error
          step = Math.ceil(blocks / 2)
          answered = 0
        }
      }
    },
  }
}
