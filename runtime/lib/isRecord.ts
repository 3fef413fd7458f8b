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
