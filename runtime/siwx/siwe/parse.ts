/** The only parser of `siweConfig` and of its `getSession`. */
import { isRecord } from '../../lib/isRecord.ts'
import type { SiweConfig, SiweOptions, SiweSession } from './types.ts'

const FUNCTIONS = ['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'] as const

/** The site's functions, with the options of the JSON config. Throws an Error that names missing functions. */
export function parseSiweConfig(value: unknown, json: boolean | SiweOptions | undefined): SiweConfig {
  if (!isRecord(value))
    throw new Error('siweConfig: its functions are passed in code, createWalletKit(generated, { siweConfig })')
  const missing = FUNCTIONS.filter((name) => typeof value[name] !== 'function')
  if (missing.length) throw new Error(`siweConfig: there is no function ${missing.join(', ')}`)
  const unsaid = Object.entries(typeof json === 'object' ? json : {}).filter(([key]) => value[key] === undefined)
  // Use the site's object as the prototype instead of copying it: it may be a class instance, with methods.
  return Object.assign(Object.create(value) as SiweConfig, Object.fromEntries(unsaid))
}

/**
 * Parses a result of `getSession`; `undefined` if it names no account and network. The network may be a number, its
 * digits or a CAIP-2 id: servers return all three.
 */
export function parseSiweSession(value: unknown): SiweSession | undefined {
  if (!isRecord(value) || typeof value.address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value.address))
    return undefined
  const { chainId } = value
  const said = typeof chainId === 'number' || typeof chainId === 'string' ? String(chainId) : ''
  const [, digits] = /^(?:eip155:)?([1-9]\d{0,14})$/.exec(said) ?? []
  return digits === undefined ? undefined : { address: value.address, chainId: Number(digits) }
}
