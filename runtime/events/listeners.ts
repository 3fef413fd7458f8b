type Hear = (payload: unknown) => void

/** EIP-1193's way to listen: a listener is taken away by the same two words that it was added with, and is kept once. */
export type Listeners = {
  on: (event: string, listener: Hear) => void
  removeListener: (event: string, listener: Hear) => void
  emit: (event: string, payload: unknown) => void
}

/** A listener that throws is reported to the page's error handler and stops nobody else. */
export function createListeners(): Listeners {
  const heard = new Map<string, Set<Hear>>()
  return {
    on: (event, listener) => void heard.set(event, (heard.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void heard.get(event)?.delete(listener),
    emit: (event, payload) => {
      for (const listener of [...(heard.get(event) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
