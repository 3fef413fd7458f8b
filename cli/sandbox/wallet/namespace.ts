/** What the sandbox's wallet can do on one kind of chain. Only what it can sign for real is offered. */
import { invalid, WalletError as Fault } from '../../../runtime/test/errors.ts'

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
  /** Says what a request asks. @throws Fault when its parameters are wrong. */
  describe: (asked: Asked) => Described
  /** Signs (and sends, where the method says so). @throws Fault */
  sign: (asked: Asked) => Promise<unknown>
}

/** A request. `exposed` are the addresses that the session has on this chain. */
export type Asked = { method: string; params: unknown; chainId: string; exposed: readonly string[] }

/** An error that is answered over the relay, with an EIP-1193 or JSON-RPC code; what signs throws the same. */
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

/** The account that a request names under one of these names; the session's first one when it names none. */
export function namedAddress(fields: Fields, names: readonly string[], exposed: readonly string[]): string {
  const name = names.find((each) => fields[each] !== undefined)
  return exposedAddress(name ? textOf(fields, name) : (exposed[0] ?? ''), exposed)
}

/** The parameters of a request that takes a list. */
export const listOf = (params: unknown): unknown[] => (Array.isArray(params) ? (params as unknown[]) : [])

/** The account that a request names; it must be one that the session was given. */
export function exposedAddress(address: string, exposed: readonly string[]): string {
  const found = exposed.find((each) => each.toLowerCase() === address.toLowerCase())
  if (!found) throw new Fault(4100, `The session has no account ${address}`)
  return found
}

export const referenceOf = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)
