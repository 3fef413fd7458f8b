/** The fields of `features.names` that this plugin reads. */
export type NameOptions = {
  /** With the leading dot: `.reown.id`. */
  suffix: string
  /** The zone to request suggestions for; defaults to the suffix without its dot. */
  zone: string
}

export const DEFAULT_SUFFIX = '.reown.id'

/**
 * Validates the plugin's options, as the build does for the config file: a page may pass its own config at run time.
 */
export function readOptions(given: unknown): NameOptions {
  const { suffix, zone } = Object(given) as { suffix?: unknown; zone?: unknown }
  const isSuffix = typeof suffix === 'string' && /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(suffix)
  const own = isSuffix ? `.${suffix.replace(/^\./, '')}` : DEFAULT_SUFFIX
  return { suffix: own, zone: typeof zone === 'string' && zone ? zone : own.slice(1) }
}
