const RANGE = /^\^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/
const VERSION = /^(\d+)\.(\d+)\.(\d+)/

/** Whether a version is in a caret range, the only form that a manifest may use: `^0.1`, `^1`, `^1.4.2`. */
export function inRange(version: string, range: string): boolean {
  const [wanted, found] = [RANGE.exec(range), VERSION.exec(version)]
  if (!wanted || !found) return false
  const have = found.slice(1).map(Number)
  const want = wanted.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  // A caret range fixes everything up to the first non-zero part.
  const fixed = want.findIndex((part) => part !== 0)
  for (const [at, part] of want.entries()) {
    const own = have[at] ?? 0
    if (part === undefined) return true
    if (own !== part) return own > part && at > (fixed < 0 ? want.length : fixed)
  }
  return true
}
