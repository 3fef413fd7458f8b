/** Which plugins are on, by id. */
export type Combination = Readonly<Record<string, boolean>>

/** Every combination of names that are on or off: 2ⁿ of them. */
export function allCombinations(names: readonly string[]): Combination[] {
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(names.map((name, at) => [name, Boolean(bits & (1 << at))])),
  )
}

/**
 * A small set of combinations in which every two names occur in all four states (both on, both off, one on). Each step
 * adds the combination with the most missing pairs.
 */
export function pairwise(names: readonly string[]): Combination[] {
  if (names.length < 2) return allCombinations(names)
  const pairsOf = (combination: Combination) =>
    names.flatMap((a, at) => names.slice(at + 1).map((b) => `${a}=${combination[a]} ${b}=${combination[b]}`))
  const candidates = allCombinations(names)
  const missing = new Set(candidates.flatMap(pairsOf))
  const chosen: Combination[] = []
  while (missing.size) {
    const gains = candidates.map((each) => pairsOf(each).filter((pair) => missing.has(pair)).length)
    const best = candidates[gains.indexOf(Math.max(...gains))]
    if (!best) break
    chosen.push(best)
    for (const pair of pairsOf(best)) missing.delete(pair)
  }
  return chosen
}
