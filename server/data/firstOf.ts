import { SourceError, type Source } from './source.ts'

/** What the first source that could answer said, and its name. */
export type Told<T> = { value: T; source: string }

/**
 * Asks the sources in turn until one answers. `pick` returns what to ask a source, or undefined if it does not know
 * such things. `report` gets each failure.
 * @returns undefined if no source knows such things
 * @throws SourceError of the last source if all failed
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
      return { value: await ask(), source: source.name }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failure = error
      report(error)
    }
  }
  if (failure) throw failure
  return undefined
}
