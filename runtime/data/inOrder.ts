/**
 * Lets the answer to the newest read count. A node may answer a read from before a transaction after one that began
 * later, and the older balance must not replace the newer one.
 */
export function createOrder<T>() {
  let asked = 0
  const answered = new Map<string, { turn: number; answer: T }>()
  /** Reads the value of `key`. Resolves with the answer to a later read instead, if there is one by then. */
  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const turn = ++asked
    const answer = await read()
    const later = answered.get(key)
    if (later && later.turn > turn) return later.answer
    answered.set(key, { turn, answer })
    return answer
  }
}
