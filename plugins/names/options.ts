/** `features.names` of the config, as far as this plugin reads it. */
export type NameOptions = {
  /** With its dot: `.reown.id`. */
  suffix: string
  /** The zone that suggestions are asked for; the suffix without its dot unless given. */
  zone: string
}

export const DEFAULT_SUFFIX = '.reown.id'

/** The build has checked a config that it was given as a file; a page may pass another one in. */
export function readOptions(given: unknown): NameOptions {
  const { suffix, zone } = Object(given) as { suffix?: unknown; zone?: unknown }
  const isSuffix = typeof suffix === 'string' && /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(suffix)
  const own = isSuffix ? `.${suffix.replace(/^\./, '')}` : DEFAULT_SUFFIX
  return { suffix: own, zone: typeof zone === 'string' && zone ? zone : own.slice(1) }
}
