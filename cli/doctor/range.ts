import semver from 'semver'

/**
 * Whether a version is in a range. Returns undefined when that is unknown: the version is not semver, or no part of the
 * range matches and a part has another form, such as a tag or a URL.
 */
export function inRange(version: string, range: string): boolean | undefined {
  if (!semver.valid(version)) return undefined
  const parts = range.split('||').map((part) => part.trim())
  if (parts.some((part) => semver.satisfies(version, part, { includePrerelease: true }))) return true
  return parts.every((part) => semver.validRange(part) !== null) ? false : undefined
}
