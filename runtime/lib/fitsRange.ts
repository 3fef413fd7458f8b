/** A version as three numbers, such as `[1, 2, 0]` for `1.2`; `undefined` for text that is not a version. */
function parts(version: string): [number, number, number] | undefined {
  if (!/^\d{1,6}(\.\d{1,6}){0,2}$/.test(version)) return undefined
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}

/**
 * Whether a version of an API is in a caret range, as semver reads it: the first number that is not 0 is the same, and
 * the version is not older. `false` for texts that are no version or no range.
 */
export function fitsRange(version: string, range: string): boolean {
  const has = parts(version)
  const wants = range.startsWith('^') ? parts(range.slice(1)) : undefined
  if (!has || !wants) return false
  const fixed = wants.findIndex((each) => each > 0)
  const written = range.split('.').length
  // `^0` and `^0.0` accept any value for the numbers that they leave out.
  const same = fixed < 0 ? written : fixed + 1
  for (const [at, each] of has.entries()) {
    const asked = wants[at] ?? 0
    if (at < same && each !== asked) return false
    if (each !== asked) return each > asked
  }
  return true
}
