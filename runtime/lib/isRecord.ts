/**
 * Whether a value is an object and not an array. Its properties are still unchecked, and reading them may throw.
 *
 * @example
 * ```ts
 * import { isRecord } from 'walletkit/plugin'
 *
 * const nameOf = (reply: unknown) => (isRecord(reply) && typeof reply['name'] === 'string' ? reply['name'] : undefined)
 * ```
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies plain data, without its valtio proxy, so that the receiver cannot change the kit's state. */
export function plain<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}
