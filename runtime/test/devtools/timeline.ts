/** What happened in a kit, in order. Keeps the newest entries, and the state from which they start. */
import type { Plain, PlainRecord } from './plain.ts'

export const KINDS = ['state', 'event', 'request', 'wallet', 'error'] as const
export type Kind = (typeof KINDS)[number]
export type Outcome = 'pending' | 'done' | 'failed'

export type Entry = {
  readonly id: number
  /** ms since the recording began. */
  readonly at: number
  readonly kind: Kind
  /**
   * By `kind`: the name of the changed record (see {@link Records}); the event's name; a request's JSON-RPC methods,
   * or else its HTTP method and path; the wallet and the called method, or that the wallet is not recorded; the
   * error's code.
   */
  readonly title: string
  readonly detail: Plain
  /** Absent for what has no duration. */
  readonly outcome?: Outcome
  /** ms until the answer. */
  readonly took?: number
}

/** The fields of each record of the state: `modal`, `accounts.eip155`, … */
export type Records = Readonly<Record<string, PlainRecord>>

export type Timeline = ReturnType<typeof createTimeline>
export type Answer = (outcome: 'done' | 'failed', detail: Plain) => void

export function createTimeline(limit = 1000, now: () => number = () => performance.now()) {
  const began = now()
  const listeners = new Set<() => void>()
  let entries: readonly Entry[] = []
  let start: Records = {}
  let paused = false
  let lastId = 0
  let announced = false

  /** Calls the listeners once for all changes of a task, because a connection changes many records at the same time. */
  const announce = () => {
    if (announced) return
    announced = true
    queueMicrotask(() => {
      announced = false
      listeners.forEach((listener) => listener())
    })
  }
  const keep = (list: readonly Entry[]) => {
    for (const { kind, title, detail } of list.slice(0, Math.max(0, list.length - limit)))
      if (kind === 'state') start = merged(start, title, detail as PlainRecord)
    entries = list.slice(-limit)
    announce()
  }
  const add = (entry: Omit<Entry, 'id' | 'at'>): Entry | undefined => {
    if (paused) return undefined
    const added = { ...entry, id: ++lastId, at: Math.round(now() - began) }
    keep([...entries, added])
    return added
  }

  return {
    entries: () => entries,
    start: () => start,
    isPaused: () => paused,
    add,
    /** Adds an entry that waits for its answer. */
    ask: (kind: Kind, title: string, detail: PlainRecord): Answer => {
      const asked = add({ kind, title, detail, outcome: 'pending' })
      const since = now()
      return (outcome, answer) => {
        if (!asked) return
        const took = Math.round(now() - since)
        entries = entries.map((each) =>
          each.id === asked.id ? { ...each, outcome, took, detail: { ...detail, answer } } : each,
        )
        announce()
      }
    },
    /** Sets the state of a record at the beginning. */
    begin: (record: string, fields: PlainRecord) => void (start = { ...start, [record]: fields }),
    pause: (isPaused: boolean) => {
      paused = isPaused
      announce()
    },
    clear: () => {
      start = stateAt({ start, entries }, entries.length)
      entries = []
      announce()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The records after the first `count` entries. */
export const stateAt = ({ start, entries }: { start: Records; entries: readonly Entry[] }, count: number): Records =>
  entries
    .slice(0, count)
    .reduce(
      (records, { kind, title, detail }) =>
        kind === 'state' ? merged(records, title, detail as PlainRecord) : records,
      start,
    )

const merged = (records: Records, title: string, changes: PlainRecord): Records => ({
  ...records,
  [title]: { ...records[title], ...changes },
})
