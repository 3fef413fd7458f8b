/** Reads a part of a range that the node answers at once, and finds out how long such a part may be. */
import { SourceError } from '../source.ts'
import { type Asked, type Found, readRange } from './range.ts'
import type { Range, Reader } from './reader.ts'

/**
 * Blocks in one step. Nodes limit the blocks of a filter, or what it finds: a step that is refused is halved, and after
 * some that are answered a longer one is tried. Without traces each block is a request of its own.
 */
const STEP = { first: 1_000, most: 10_000, withBlocks: 50, tries: 10 }

export function createSteps(reader: Reader) {
  let step = STEP.first
  let answered = 0
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
          const read = await readRange(reader, range, asked)
          answered += 1
          if (answered % STEP.tries === 0) step = Math.min(STEP.most, step * 2)
          return { range, ...read }
        } catch (error) {
          const blocks = range.to - range.from + 1
          if (!(error instanceof SourceError) || blocks === 1) throw error
          step = Math.ceil(blocks / 2)
          answered = 0
        }
      }
    },
  }
}
