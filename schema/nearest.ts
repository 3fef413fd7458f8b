/**
 * Finds the nearest known word for "did you mean", by edit distance: swapped neighbours count as one edit, case as
 * none. `undefined` if every word is more than `limit` edits away.
 */
export function nearest(
  word: string,
  known: readonly string[],
  limit = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  const given = word.slice(0, 64).toLowerCase()
  let best: string | undefined
  let least = limit + 1
  for (const candidate of known) {
    const distance = editDistance(given, candidate.toLowerCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

function editDistance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? Infinity) + 1 : Infinity
      row[j] = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + same, swapped)
    }
    ;[older, old] = [old, row]
  }
  return old[b.length] ?? 0
}
