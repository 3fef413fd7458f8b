/**
 * The sandbox's wallet in one namespace (`eip155`, `solana`, …). It really signs what its methods ask for, and sends it
 * on the chains that it can reach.
 */
import { invalid, WalletError as Fault } from '../../runtime/test/errors.ts'

/** The description of a request that the wallet shows to the person. */
export type Described = { title: string; fields: { label: string; value: string }[] }

export type Namespace = {
  id: string
  methods: readonly string[]
  events: readonly string[]
  /** Whether the wallet has accounts on this chain (CAIP-2). */
  serves: (chainId: string) => boolean
  /** The addresses of the wallet's accounts on a chain; a session gets the first few of them. */
  addresses: (chainId: string) => string[]
  /** Describes a request. @throws Fault when its parameters are invalid */
  describe: (asked: Asked) => Described
  /** Signs what the request asks for, and sends it if the method says so. @returns the method's result @throws Fault */
  sign: (asked: Asked) => Promise<unknown>
}

/** A request of a session. `exposed` are the addresses that the session has on this chain. */
export type Asked = { method: string; params: unknown; chainId: string; exposed: readonly string[] }

/**
 * `Fault` is an error that is sent to the page, with an EIP-1193 or JSON-RPC code; `invalid` makes one for wrong
 * parameters.
 */
export { Fault, invalid }

export const rejected = () => new Fault(4001, 'User rejected the request.')
export const unsupported = (method: string) => new Fault(4200, `The sandbox wallet does not support ${method}`)

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('An object is expected')
  return value as Fields
}

export function textOf(fields: Fields, name: string): string {
  const text = fields[name]
  if (typeof text !== 'string') throw invalid(`${name} must be a text`)
  return text
}

/**
 * The account that a request names in one of these fields, else the session's first.
 * @throws Fault 4100 for one that the session does not have
 */
export function namedAddress(fields: Fields, names: readonly string[], exposed: readonly string[]): string {
  const name = names.find((each) => fields[each] !== undefined)
  return exposedAddress(name ? textOf(fields, name) : (exposed[0] ?? ''), exposed)
}

/** The parameters of a request that takes a list; an empty list if they are none. */
export const listOf = (params: unknown): unknown[] => (Array.isArray(params) ? (params as unknown[]) : [])

/** The session's account with this address; upper and lower case are the same. @throws Fault 4100 if there is none */
export function exposedAddress(address: string, exposed: readonly string[]): string {
  const found = exposed.find((each) => each.toLowerCase() === address.toLowerCase())
  if (!found) throw new Fault(4100, `The session has no account ${address}`)
  return found
}

export const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)
