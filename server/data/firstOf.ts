import { Refusal } from '../../sandbox/refusal.ts'
import { limitedTo } from './allowance.ts'
import { SourceError, type Source } from './source.ts'

/** ms that a source has for one question, which may take many requests. The next one is asked after it. */
const TIME = 15_000

/** What the first source that could answer said, and its name. */
export type Told<T> = { value: T; source: string }

/**
 * Asks the sources in turn until one answers. `pick` returns what to ask a source, or undefined if it does not know
 * such things. `report` gets each failure.
 * @returns undefined if no source knows such things
 * @throws SourceError of the last source if all failed, Refusal 429 if the visitor has asked for too much
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
      // A source reads what a service sent: an unexpected error is one in that, or in the reading of it.
      failure = error instanceof SourceError ? error : new SourceError(source.name, 'sent something unexpected')
      report(failure)
    }
  }
  if (failure) throw failure
  return undefined
}
