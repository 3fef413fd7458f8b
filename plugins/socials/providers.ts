/** The login providers, in their default order. */
import type { Social } from 'walletkit/plugin'

/** Farcaster differs from the others: it shows a QR code and needs no window. */
export type Provider = Social | 'farcaster'

export const NAMES: Readonly<Record<Provider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
export const PROVIDERS = Object.keys(NAMES) as Provider[]

const isProvider = (value: unknown): value is Provider => typeof value === 'string' && Object.hasOwn(NAMES, value)

/**
 * The providers of `features.socials`, in its order. `kit.options()` gives a list as an array or as a record of its
 * items, and `true` as an empty record, which means all providers. Leaves out unknown names and duplicates.
 */
export function readProviders(options: unknown): Provider[] {
  if (typeof options !== 'object' || options === null) return PROVIDERS
  const named = Object.values(options)
  if (!Array.isArray(options) && !named.length) return PROVIDERS
  return [...new Set(named.filter(isProvider))]
}
