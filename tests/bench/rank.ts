/** A rank test: whether one list of times is larger than another for another reason than chance. */

/** The z-score above which a difference is no chance: in one of a hundred comparisons of equal pages it is reached. */
const SURE = 2.33

/**
 * Whether the values of `over` are larger than `reach` × those of `under`, by a one-sided Mann–Whitney test (normal
 * approximation, corrected for ties). Unlike a ratio of medians it does not fail for the noise of a few samples, and it
 * notices a small shift of many.
 * @example isLarger([33, 34, 35, 36], [30, 31, 29, 30], 1.1)
 */
export function isLarger(over: readonly number[], under: readonly number[], reach: number): boolean {
  const [m, n] = [over.length, under.length]
  const all = [...over.map((value) => value / reach), ...under]
  const ranks = ranksOf(all)
  const sum = ranks.slice(0, m).reduce((total, rank) => total + rank, 0)
  const ahead = sum - (m * (m + 1)) / 2
  const variance = ((m * n) / 12) * (m + n + 1 - tiesOf(all) / ((m + n) * (m + n - 1)))
  return variance > 0 && (ahead - (m * n) / 2 - 0.5) / Math.sqrt(variance) > SURE
}

/** The rank of each value from 1; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const below = (value: number) => values.filter((each) => each < value).length
  const equal = (value: number) => values.filter((each) => each === value).length
  return values.map((value) => below(value) + (equal(value) + 1) / 2)
}

/** The sum of t³ − t over the groups of t equal values. */
function tiesOf(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + count ** 3 - count, 0)
}
