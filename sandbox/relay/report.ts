/** The relay's record of events. Times are in milliseconds since 1970; `client` is the end of a client's `did:key`. */
export type RelayReport = {
  url: string
  /** Whether new connections are rejected at the moment. */
  refusing: boolean
  /** The number of kept messages. */
  kept: number
  /** The currently open sockets. */
  sockets: { client: string; openedAt: number; topics: number; projectId: string; userAgent: string; origin: string }[]
  /** Every connection attempt. `status`: 101 opened, 401 not authorized, 503 rejected by the switch or by a limit. */
  dials: { at: number; status: number; client: string; reason?: string }[]
  /** Closed sockets, with the websocket close code. */
  closes: { at: number; client: string; code: number }[]
  /** One per message: `topic` is its first 8 digits, `ttl` is in seconds, `size` in characters. */
  publishes: {
    at: number
    client: string
    method: string
    topic: string
    tag: number
    ttl: number
    size: number
    attested: boolean
  }[]
  /**
   * Calls, answered or rejected (`error` is the JSON-RPC code). `method` is empty for a frame that is no valid call.
   */
  calls: { at: number; client: string; method: string; error?: number }[]
  /** Websocket ping and pong frames from clients. */
  beats: { at: number; client: string; kind: 'ping' | 'pong' }[]
}

type Lists = Pick<RelayReport, 'dials' | 'closes' | 'publishes' | 'calls' | 'beats'>

export type Recorder = {
  add: <K extends keyof Lists>(list: K, entry: Omit<Lists[K][number], 'at'>) => void
  lists: () => Lists
  clear: () => void
}

const limit = 5000

/** Keeps at least the newest 5,000 entries of each list, with the oldest of them first. */
export function createRecorder(now: () => number = Date.now): Recorder {
  const empty = (): Lists => ({ dials: [], closes: [], publishes: [], calls: [], beats: [] })
  let lists = empty()
  return {
    add(list, entry) {
      const entries = lists[list] as unknown[]
      entries.push({ at: now(), ...entry })
      if (entries.length > 2 * limit) entries.splice(0, limit)
    },
    lists: () => structuredClone(lists),
    clear() {
      lists = empty()
    },
  }
}
