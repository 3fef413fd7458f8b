/**
 * Makes WalletConnect's library end each session once. A relay may deliver the same disconnect message twice; for the
 * second, the library throws where nothing catches it, and the page sees an unhandled rejection.
 */
export type Ending = {
  readonly engine?: {
    deleteSession?: (params: { topic: string }) => Promise<void>
    /** The library calls it for every disconnect message, without awaiting it. */
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
    // The library does not await this promise, so a rejection would be unhandled. Callers that await it still get the
    // rejection.
    answer.catch(() => undefined)
    return answer
  }
}
