/** Counts the runs of something that may overlap, so that only the newest run uses its answer. */
export type Turns = {
  /**
   * Starts a run; the answers of earlier runs no longer count. The returned function says whether this run still
   * counts: no other run has begun since, and {@link Turns.end} was not called.
   */
  begin: () => () => boolean
  /** Starts no run. The returned function says whether no run has begun or ended since this call. */
  current: () => () => boolean
  /** Ends the newest run: its answer no longer counts. */
  end: () => void
}

/**
 * Creates a counter of runs, so that only the newest of overlapping runs uses its answer.
 *
 * @example
 * ```ts
 * import { createTurns } from 'walletkit/plugin'
 *
 * const turns = createTurns()
 * async function search(ask: () => Promise<string>) {
 *   const isNewest = turns.begin()
 *   const found = await ask()
 *   return isNewest() ? found : undefined
 * }
 * ```
 */
export function createTurns(): Turns {
  let newest = 0
  const current = () => {
    const mine = newest
    return () => mine === newest
  }
  return {
    begin: () => {
      newest++
      return current()
    },
    current,
    end: () => void newest++,
  }
}
