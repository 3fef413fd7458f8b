/** What the sandbox's wallet can do in one namespace. It offers only methods that it can really sign for. */
import { invalid, WalletError as Fault } from '../../runtime/test/errors.ts'

/** A request as a person reads it. */
export type Described = { title: string; fields: { label: string; value: string }[] }

export type Namespace = {
  id: string
  methods: readonly string[]
  events: readonly string[]
  /** Whether it has an account on this chain (CAIP-2). */
  serves: (chainId: string) => boolean
  /** The addresses of its accounts on a chain; the wallet exposes the first few. */
  addresses: (chainId: string) => string[]
  /** Describes a request. @throws Fault when its parameters are invalid */
  describe: (asked: Asked) => Described
  /** Signs, and sends if the method requires it. @throws Fault */
  sign: (asked: Asked) => Promise<unknown>
}

/** A request. `exposed` are the session's addresses on this chain. */
export type Asked = { method: string; params: unknown; chainId: string; exposed: readonly string[] }

/** An error response over the relay, with an EIP-1193 or JSON-RPC code. The signing code throws the same class. */
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

/** The account that a request names in one of these fields, or the session's first account. */
export function namedAddress(fields: Fields, names: readonly string[], exposed: readonly string[]): string {
  const name = names.find((each) => fields[each] !== undefined)
  return exposedAddress(name ? textOf(fields, name) : (exposed[0] ?? ''), exposed)
}

/** The parameters of a request that takes a list. */
export const listOf = (params: unknown): unknown[] => (Array.isArray(params) ? (params as unknown[]) : [])

/** The account that a request names; it must be one of the session's. */
export function exposedAddress(address: string, exposed: readonly string[]): string {
  const found = exposed.find((each) => each.toLowerCase() === address.toLowerCase())
  if (!found) throw new Fault(4100, `The session has no account ${address}`)
  return found
}

export const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)
