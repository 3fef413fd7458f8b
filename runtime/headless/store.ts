/** The smallest observable that every framework can render. */
import { getVersion, subscribe } from 'valtio/vanilla'
import type { ActionState } from '../contracts/headless.ts'
import type { Kit } from '../contracts/kit.ts'
import { completed } from '../kit/createKit.ts'

/** `get` returns the same object until something changes, so that frameworks can compare it. */
export type Store<T> = { readonly get: () => T; readonly subscribe: (notify: () => void) => () => void }

/** What a hook renders, and the functions that it returns beside it. */
export type Controller<S, A> = Store<S> & { readonly actions: A }

/** Reads again whenever one of the records changes. */
export function storeOf<T>(sources: readonly object[], read: () => T): Store<T> {
  let made: { version: string; value: T } | undefined
  return {
    get: () => {
      const version = sources.map(getVersion).join()
      if (made?.version !== version) made = { version, value: read() }
      return made.value
    },
    subscribe: (notify) => {
      const stops = sources.map((source) => subscribe(source, notify))
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** A value that only its owner sets. */
export function createValue<T>(initial: T): Store<T> & { set: (value: T) => void } {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
      listeners.forEach((notify) => notify())
    },
    subscribe: (notify) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
  }
}

/** Says how far a call is. Ignored once a newer call has begun. */
export type Turn<Status extends string, Data> = (status: Status, data?: Data) => void

/** idle -> … -> success | error. The newest call wins; `reset` forgets it. */
export function createAction<Status extends string, Data>(kit: Kit) {
  type State = ActionState<Status | 'idle' | 'success' | 'error', Data>
  const idle: State = { status: 'idle', error: undefined, data: undefined }
  const value = createValue<State>(idle)
  let newest = 0
  return {
    get: value.get,
    subscribe: value.subscribe,
    reset: () => {
      newest++
      value.set(idle)
    },
    /**
     * Runs a call. Never rejects, so that an event handler needs no `catch`: the state has the error. `fallback` is the
     * code of an error without a known one. `isReported`: whoever threw it has reported it already.
     */
    run: async (
      first: Status,
      job: (turn: Turn<Status, Data>) => Promise<Data>,
      {
        fallback,
        isReported = false,
        last = 'success',
      }: { fallback: string; isReported?: boolean; last?: Status | 'success' },
    ): Promise<Data | undefined> => {
      const mine = ++newest
      const set = (state: State) => void (mine === newest && value.set(state))
      set({ status: first, error: undefined, data: value.get().data })
      try {
        const data = await job((status, now = value.get().data) => set({ status, error: undefined, data: now }))
        set({ status: last, error: undefined, data })
        return data
      } catch (error) {
        // The state belongs to a newer call now, or `reset` has cleared it: nothing shows this failure.
        if (mine !== newest) return undefined
        // Not `completed`: the text of an error needs nothing else, and the rest may be what could not be loaded.
        const { errorOf } = await import('./actions.ts')
        set({ status: 'error', error: errorOf(kit, error, fallback, isReported), data: value.get().data })
        return undefined
      }
    },
  }
}

/** Loads what the stores call, and with it the chains, the plugins and the rest of the config. */
export const loadActions = (kit: Kit) => completed(kit, import('./actions.ts'))
