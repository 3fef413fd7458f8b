import { parseObject, Refusal } from '../refusal.ts'

/** A switch for tests: the relay answers the next `times` calls of `method` with a JSON-RPC error. */
export type RelayFailure = { method: string; times: number }

/**
 * The body of `POST /sandbox/relay`. All fields are optional. `drop` is applied last, so that `refuse` already blocks
 * reconnects.
 */
export type RelaySwitches = {
  /** Closes every socket at once, with `code`. */
  drop: boolean
  /** A websocket close code, default 1001. 1006 cuts the connections without a close frame. */
  code: number
  /** The reason in the close frame, as a relay sends when it rejects a page. */
  reason?: string
  refuse?: boolean
  fail?: RelayFailure
}

export const dropCode = 1001

/**
 * Some close codes that a server may send (RFC 6455 7.4, IANA's registry), and 1006, which means a cut connection here.
 */
const isCloseCode = (code: unknown): code is number =>
  Number.isInteger(code) &&
  (([1000, 1001, 1006, 1011, 1012, 1013] as unknown[]).includes(code) || isPrivate(Number(code)))
const isPrivate = (code: number) => code >= 3000 && code <= 4999

/** Parses the switches. Throws a 400 {@link Refusal} that names the wrong field. */
export function parseSwitches(body: Buffer): RelaySwitches {
  const { drop = false, code = dropCode, reason, refuse, fail } = parseObject(body)
  if (typeof drop !== 'boolean') throw new Refusal(400, 'drop', 'true or false is expected')
  if (!isCloseCode(code)) throw new Refusal(400, 'code', 'A websocket close code is expected')
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > 100))
    throw new Refusal(400, 'reason', 'A text of at most 100 characters is expected')
  if (refuse !== undefined && typeof refuse !== 'boolean') throw new Refusal(400, 'refuse', 'true or false is expected')
  return {
    drop,
    code,
    ...(reason !== undefined && { reason }),
    ...(refuse !== undefined && { refuse }),
    ...(fail !== undefined && { fail: parseFailure(fail) }),
  }
}

function parseFailure(value: unknown): RelayFailure {
  const { method, times = 1 } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (typeof method !== 'string') throw new Refusal(400, 'fail', 'An object with a method is expected')
  if (!Number.isSafeInteger(times) || Number(times) < 0) throw new Refusal(400, 'fail', 'times must be a whole number')
  return { method, times: Number(times) }
}
