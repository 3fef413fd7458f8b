/**
 * Shortens an address to its first and last characters: `0x1234…cdef`. Use it only where the full address is one click
 * away, and never where the visitor confirms a payment.
 *
 * @example
 * ```ts
 * import { shortAddress } from 'walletkit/plugin'
 *
 * shortAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // '0xd8dA…6045'
 * ```
 */
export const shortAddress = (address: string, start = 4, end = 4) =>
  address.length <= start + end + 2 ? address : `${address.slice(0, start + 2)}…${address.slice(-end)}`
