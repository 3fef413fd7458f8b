/** Who a visitor can log in by, in the order of the spec (section 1). */
import type { Social } from 'walletkit/plugin'

/** Farcaster goes a way of its own: a code to scan, and no window. */
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
 * The providers of `features.socials`, in its order. A list arrives as one, or spread into a record by the host; `true`
 * arrives as an empty record, and is all of them. What is no provider, or comes twice, is left out.
 */
export function readProviders(options: unknown): Provider[] {
  if (typeof options !== 'object' || options === null) return PROVIDERS
  const named = Object.values(options)
  if (!Array.isArray(options) && !named.length) return PROVIDERS
  return [...new Set(named.filter(isProvider))]
}
