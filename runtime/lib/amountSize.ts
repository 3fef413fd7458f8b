/**
 * Selects a font size that keeps an amount on one line: 36, 28, 20 or 16 px, and 14 px for all 18 decimals.
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
