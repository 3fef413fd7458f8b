import semver from 'semver'

/** Whether a manifest's `engine` is a caret and a version, the only form that it may have: `^0.1`, `^1`, `^1.4.2`. */
export const isEngine = (engine: string) => /^\^\d+(\.\d+){0,2}$/.test(engine)

/** Whether a plugin with this `engine` is written for a version of walletkit. */
export const fitsEngine = (version: string, engine: string): boolean =>
  isEngine(engine) && semver.satisfies(version, engine, { includePrerelease: true })
