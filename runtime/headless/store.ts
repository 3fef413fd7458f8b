/** The smallest observable that every framework can render. */
import { getVersion, subscribe } from 'valtio/vanilla'
import type { ActionState, HeadlessError } from '../contracts/headless.ts'
import type { Kit } from '../contracts/kit.ts'
import { completed } from '../kit/createKit.ts'

/** `get` returns the same object until something changes, so that frameworks can compare it. */
export type Store<T> = { readonly get: () => T; readonly subscribe: (notify: () => void) => () => void }

/** The state that a hook renders, and the actions that the hook returns with it. */
export type Controller<S, A> = Store<S> & { readonly actions: A }

/** A store of what `read` returns. It calls `read` again only after one of the valtio `sources` has changed. */
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

/** A store of one value. Only the code that creates it should call `set`. */
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

/**
 * Sets the status, and the data if given, of a running call. Ignored once a newer call has begun, or `reset` was
 * called.
 */
export type Turn<Status extends string, Data> = (status: Status, data?: Data) => void

/**
 * The state of one action: idle -> … -> success | error. Only the newest call changes it; `reset` returns it to idle.
 */
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
     * Runs `job`. Never rejects, so that an event handler needs no `catch`: after an error it resolves with
     * `undefined`, and the state gets the error, unless a newer call or `reset` came since. The status is `first` at
     * the start and `last` after success. `fallback` is the code for an error without a code of its own. With
     * `isReported: true`, `job` has reported its errors itself, so they are not reported again.
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
        // Do not show this failure: a newer call has replaced the state, or `reset` has cleared it.
        if (mine !== newest) return undefined
        const told = await errorOf(kit, error, fallback, isReported)
        set({ status: 'error', error: told, data: value.get().data })
        return undefined
      }
    },
  }
}

/**
 * The error that a page shows, as `errorOf` of `actions.ts` makes it. If that code cannot be loaded either, says so, and
 * emits that, unless the kit has reported `cause` already. Imports it directly: `loadActions` also loads the chains and
 * plugins, and one of those may be what failed to load.
 */
export const errorOf = (kit: Kit, cause: unknown, fallback: string, isReported: boolean): Promise<HeadlessError> =>
  import('./actions.ts').then(
    (actions) => actions.errorOf(kit, cause, fallback, isReported),
    () => {
      const code = 'CHUNK_FAILED'
      const error = { code, message: kit.text(`error.${code}`, 'This part could not be loaded'), cause }
      if (!isReported) kit.events.emit('error', error)
      return error
    },
  )

/** Loads what the stores call, and with it the chains, the plugins and the rest of the config. */
export const loadActions = (kit: Kit) => completed(kit, import('./actions.ts'))
