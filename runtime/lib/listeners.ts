type Hear = (payload: unknown) => void

/**
 * Listeners as in EIP-1193: `removeListener` takes the same arguments as `on`, and adding a listener twice has no
 * effect.
 */
export type Listeners = {
  on: (event: string, listener: Hear) => void
  removeListener: (event: string, listener: Hear) => void
  emit: (event: string, payload: unknown) => void
}

/** If a listener throws, the page's error handler gets the error, and the other listeners still run. */
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
