/**
 * The step of the font size that keeps an amount on one line: 1 is 36 px, 2 is 28 px, 3 is 20 px, 4 is 16 px, and 5 is
 * 14 px, for amounts with all 18 decimals.
 *
 * @example
 * ```ts
 * import { amountSize } from 'walletkit/plugin'
 *
 * amountSize('1.25') // 1: the largest
 * ```
 */
export function amountSize({ length }: string): 1 | 2 | 3 | 4 | 5 {
  if (length <= 7) return 1
  if (length <= 10) return 2
  if (length <= 14) return 3
  return length <= 17 ? 4 : 5
}
