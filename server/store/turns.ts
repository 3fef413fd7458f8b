/**
 * Lets this process change the same keys one after the other.
 * @returns a function that runs `work` once every earlier work with one of its keys has resolved or rejected
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<R>(keys: readonly string[], work: () => Promise<R>): Promise<R> {
    // Each work waits only for works that came before it, so no two can wait for each other.
    const mine = Promise.all(keys.flatMap((key) => last.get(key) ?? [])).then(work)
    const end = mine.then(
      () => {},
      () => {},
    )
    for (const key of keys) last.set(key, end)
    void end.then(() => {
      for (const key of keys) if (last.get(key) === end) last.delete(key)
    })
    return mine
  }
}
