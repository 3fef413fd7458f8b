/**
 * Thrown to the caller of a superseded call, so that the caller can tell it from a failure.
 *
 * @example
 * ```ts
 * import { Superseded } from 'walletkit/plugin'
 *
 * const isFailure = (error: unknown) => !(error instanceof Superseded)
 * ```
 */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

/**
 * Wraps an async function so that only the newest call delivers its answer. An older call rejects with {@link
 * Superseded}, and its answer is dropped.
 *
 * @example
 * ```ts
 * import { latest, Superseded } from 'walletkit/plugin'
 *
 * const search = latest(async (text: string) => (await fetch(`/search?q=${text}`)).json())
 *
 * // Called for each key: only the answer to the last text arrives.
 * const results = await search('usd').catch((error: unknown) => {
 *   if (!(error instanceof Superseded)) throw error
 * })
 * ```
 */
export function latest<A extends readonly unknown[], R>(run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let newest = 0
  return async (...args) => {
    const mine = ++newest
    const settled = await run(...args).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (mine !== newest) throw new Superseded('A newer call took its place')
    if ('error' in settled) throw settled.error
    return settled.value
  }
}
