/** In wei (0.001 of the currency). A lower fee is never high, even if it is many times the usual one. */
const SMALL = 10n ** 15n
/** A fee that is more than this many times the usual one is high. */
const TIMES = 5n

/**
 * Whether a screen has to point out a fee (in wei): it is far above the usual one, or cannot be compared with it
 * because `usual` is undefined.
 *
 * @example
 * ```ts
 * import { isHighFee } from 'walletkit/plugin'
 *
 * isHighFee(6n * 10n ** 15n, 10n ** 15n) // true
 * isHighFee(5n, 1n) // false: too small to matter
 * ```
 */
export const isHighFee = (fee: bigint, usual: bigint | undefined): boolean =>
  fee >= SMALL && (usual === undefined || fee > TIMES * usual)
