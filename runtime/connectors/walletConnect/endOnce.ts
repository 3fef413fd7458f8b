/**
 * The library ends a session for every goodbye that it hears, and throws where nobody listens once the session is gone: a
 * relay may bring the same goodbye twice, and the page would see a rejection that is nobody's.
 */
export type Ending = {
  readonly engine?: {
    deleteSession?: (params: { topic: string }) => Promise<void>
    /** Asked for every goodbye, without waiting for what it says. */
    isValidDisconnect?: (params: never) => Promise<void>
  }
  readonly session: { readonly keys: readonly string[] }
}

export function endOnce({ engine, session }: Ending) {
  const { deleteSession, isValidDisconnect } = engine ?? {}
  if (!engine || !deleteSession) return
  const ending = new Set<string>()
  engine.deleteSession = async (params) => {
    const { topic } = params
    if (ending.has(topic) || !session.keys.includes(topic)) return
    ending.add(topic)
    try {
      await deleteSession(params)
    } finally {
      ending.delete(topic)
    }
  }
  if (!isValidDisconnect) return
  engine.isValidDisconnect = (params) => {
    const answer = isValidDisconnect(params)
    // Whoever does wait hears it all the same.
    answer.catch(() => undefined)
    return answer
  }
}
