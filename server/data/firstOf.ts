import { Refusal } from '../../sandbox/refusal.ts'
import { limitedTo } from './allowance.ts'
import { SourceError, type Source } from './source.ts'

/**
 * ms that one source has for a question, which may take several requests to it. After that, the next source is asked.
 */
const TIME = 15_000

/** `value` is the answer of the first source that succeeded, and `source` is the name of that source. */
export type Told<T> = { value: T; source: string }

/**
 * Asks the sources in turn until one answers. `pick` returns the function that asks a source, or undefined if the
 * source cannot answer this kind of question. `report` is called with each failure.
 * @returns undefined if no source can answer this kind of question
 * @throws SourceError of the last source if all failed, or the Refusal of a source: 429 if the client is over its
 * limit, 400 for an invalid cursor
 */
export async function firstOf<T>(
  sources: readonly Source[],
  pick: (source: Source) => (() => Promise<T>) | undefined,
  report: (error: SourceError) => void,
): Promise<Told<T> | undefined> {
  let failure: SourceError | undefined
  for (const source of sources) {
    const ask = pick(source)
    if (!ask) continue
    try {
      return { value: await limitedTo(TIME, ask), source: source.name }
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Any other error is taken as a fault in the service's response, which the source's code could not read.
      failure = error instanceof SourceError ? error : new SourceError(source.name, 'sent something unexpected')
      report(failure)
    }
  }
  if (failure) throw failure
  return undefined
}
