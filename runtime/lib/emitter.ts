export type Listener<T> = (payload: T) => void
export type Emitter<Events> = {
  on: <E extends keyof Events>(event: E, listener: Listener<Events[E]>) => () => void
  emit: <E extends keyof Events>(event: E, payload: Events[E]) => void
}

/**
 * A typed event emitter. If a listener throws, the page's error handler gets the error, and the other listeners still
 * run.
 */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners: { [E in keyof Events]?: Set<Listener<Events[E]>> } = {}
  return {
    on: (event, listener) => {
      const set = (listeners[event] ??= new Set())
      set.add(listener)
      return () => void set.delete(listener)
    },
    emit: (event, payload) => {
      for (const listener of [...(listeners[event] ?? [])]) {
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
