import { parseObject, Refusal } from './refusal.ts'

/**
 * A fault on every endpoint whose path starts with `path`, except `/status` and `/sandbox/…`. `delay`: the normal
 * response, `ms` (default 1000) late. `hang`: accepts the request and never responds. `status`: responds with `status`
 * (default 500), `headers` and `body`. `drop`: closes the connection. `garbage`: responds with `status` (default 200),
 * `headers` and `body` (default: bytes that are not JSON).
 */
export type FaultInput = {
  path: string
  kind: 'delay' | 'hang' | 'status' | 'drop' | 'garbage'
  ms?: number
  status?: number
  headers?: Record<string, string>
  body?: string
  /** How many requests the fault applies to before it is removed; without it, all. */
  times?: number
  /** Applies only to requests with this HTTP method. */
  method?: string
  /** Applies only to JSON-RPC requests that contain this method. */
  rpc?: string
  /** Applies only to this exact path, not to paths that start with it. */
  exact?: boolean
}
export type Fault = FaultInput & { id: number }

export type Faults = {
  set: (fault: FaultInput) => Fault
  /** Removes the faults of exactly this path, or without a path all faults. */
  clear: (path?: string) => void
  list: () => Fault[]
  /**
   * The faults to apply to this request, in the order in which they were set. Counts each of them as used once
   * (`times`).
   */
  take: (request: { method: string; path: string; rpc: readonly string[] }) => Fault[]
}

const kinds = ['delay', 'hang', 'status', 'drop', 'garbage'] as const

function optional<T>(
  input: Record<string, unknown>,
  name: string,
  is: (value: unknown) => value is T,
  expected: string,
): T | undefined {
  const value = input[name]
  if (value === undefined) return undefined
  if (!is(value)) throw new Refusal(400, name, `${expected} is expected`)
  return value
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isStatus = (value: unknown): value is number => isCount(value) && value >= 200 && value <= 599
const isHeaders = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)

/** Parses the body of `POST /sandbox/faults`. Throws a 400 {@link Refusal} that names the wrong field. */
export function parseFault(body: Buffer): FaultInput {
  const input = parseObject(body)
  const path = optional(input, 'path', isText, 'A path')
  const kind = kinds.find((known) => known === input['kind'])
  if (!path?.startsWith('/')) throw new Refusal(400, 'path', 'A path that starts with / is expected')
  if (!kind) throw new Refusal(400, 'kind', `One of ${kinds.join(', ')} is expected`)
  const fields = {
    ms: optional(input, 'ms', isCount, 'A number of milliseconds'),
    status: optional(input, 'status', isStatus, 'An HTTP status from 200 to 599'),
    headers: optional(input, 'headers', isHeaders, 'An object of strings'),
    body: optional(input, 'body', isText, 'A text'),
    times: optional(input, 'times', isCount, 'A whole number'),
    method: optional(input, 'method', isText, 'An HTTP method'),
    rpc: optional(input, 'rpc', isText, 'A JSON-RPC method'),
    exact: optional(input, 'exact', isFlag, 'true or false'),
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { path, kind, ...(Object.fromEntries(given) as Omit<FaultInput, 'path' | 'kind'>) }
}

/** Keeps the faults of one sandbox. */
export function createFaults(): Faults {
  let faults: Fault[] = []
  let nextId = 1
  return {
    set(input) {
      const fault = { ...input, id: nextId++ }
      faults.push(fault)
      return { ...fault }
    },
    clear(path) {
      faults = path === undefined ? [] : faults.filter((fault) => fault.path !== path)
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take({ method, path, rpc }) {
      const met: Fault[] = []
      for (const fault of faults) {
        const matches =
          (fault.exact ? path === fault.path : path.startsWith(fault.path)) &&
          (fault.method ?? method).toUpperCase() === method &&
          (fault.rpc === undefined || rpc.includes(fault.rpc))
        if (!matches || fault.times === 0) continue
        if (fault.times !== undefined) fault.times -= 1
        met.push({ ...fault })
        // Every fault except a delay ends the request, so later faults keep their counts.
        if (fault.kind !== 'delay') break
      }
      faults = faults.filter((fault) => fault.times !== 0)
      return met
    },
  }
}
