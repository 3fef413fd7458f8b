/** A request that the sandbox received. `at` is in ms since 1970; `status` is missing until it is answered. */
export type LoggedRequest = {
  at: number
  method: string
  path: string
  query: Record<string, string>
  /** The JSON-RPC methods in its body; empty for other requests. */
  rpc: string[]
  origin?: string
  status?: number
}

export type RequestLog = { add: (entry: LoggedRequest) => void; list: () => LoggedRequest[]; clear: () => void }

const limit = 5000

/** Keeps the newest 5,000 requests; `list` returns them with the oldest first. */
export function createLog(): RequestLog {
  let entries: LoggedRequest[] = []
  return {
    add(entry) {
      entries.push(entry)
      if (entries.length > 2 * limit) entries = entries.slice(-limit)
    },
    list: () => entries.slice(-limit).map((entry) => ({ ...entry })),
    clear() {
      entries = []
    },
  }
}
