import semver from 'semver'

/** Whether a manifest's `engine` is a caret and a version, the only form that it may have: `^0.1`, `^1`, `^1.4.2`. */
export const isEngine = (engine: string) => /^\^\d+(\.\d+){0,2}$/.test(engine)

/** Whether a plugin with this `engine` is written for a version of walletkit. */
export const fitsEngine = (version: string, engine: string): boolean =>
  isEngine(engine) && semver.satisfies(version, engine, { includePrerelease: true })

/**
 * Whether a version of a plugin's API, as `1.2`, is in a caret range, as `^1`. `false` for texts that are neither. The
 * page decides the same with `fitsRange` of runtime/lib, because semver is too large for it; a test compares the two.
 */
export const fitsApi = (version: string, range: string): boolean => {
  const full = /^\d+(\.\d+){0,2}$/.test(version) && semver.coerce(version)
  return isEngine(range) && Boolean(full && semver.satisfies(full, range))
}
