/** The fields of `features.onramp` that this plugin reads. */
import { cleanText } from 'walletkit/plugin'
import { DEFAULT_OPTIONS, DEFAULT_PROVIDERS, ONRAMP_NAMESPACES, type Provider } from './defaults.ts'
import { type OnRampOptions, parseOptions } from './shape.ts'

export type Settings = {
  providers: readonly Provider[]
  /** The currencies to use if the request for them fails. */
  defaults: OnRampOptions
}

/**
 * Validates the plugin's options, as the build does for the config file: a page may pass its own config at run time.
 */
export function readSettings(given: unknown): Settings {
  const { providers, defaults } = Object(given) as { providers?: unknown; defaults?: unknown }
  const listed = Array.isArray(providers) ? providers.flatMap((each) => parseProvider(each) ?? []) : undefined
  return { providers: listed ?? DEFAULT_PROVIDERS, defaults: readDefaults(defaults) }
}

/**
 * Reads the default currencies. The config may set only one of the two lists; this plugin's own default then applies to
 * the other.
 */
function readDefaults(given: unknown): OnRampOptions {
  if (typeof given !== 'object' || given === null) return DEFAULT_OPTIONS
  try {
    return parseOptions({ ...DEFAULT_OPTIONS, ...given })
  } catch {
    return DEFAULT_OPTIONS
  }
}

function parseProvider(entry: unknown): Provider | undefined {
  const {
    name,
    label = name,
    feeRange = '1-2%',
    namespaces,
    url,
    hosts,
    iconUrl,
  } = Object(entry) as Record<string, unknown>
  if (typeof name !== 'string' || !name || typeof label !== 'string' || typeof feeRange !== 'string') return undefined
  const served = Array.isArray(namespaces)
    ? ONRAMP_NAMESPACES.filter((each) => namespaces.includes(each))
    : ONRAMP_NAMESPACES
  return {
    name,
    label: cleanText(label),
    feeRange: cleanText(feeRange),
    namespaces: served,
    ...(typeof url === 'string' && { url }),
    ...(Array.isArray(hosts) && { hosts: hosts.filter((each) => typeof each === 'string') }),
    ...(typeof iconUrl === 'string' && { iconUrl }),
  }
}
