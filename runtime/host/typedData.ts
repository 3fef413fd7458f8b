/**
 * Checks typed data (EIP-712) that a plugin wants signed: for the active network, with all declared fields and no
 * others.
 */
import type { TypedData } from '../contracts/requests.ts'
import { isRecord } from '../lib/isRecord.ts'
import { typedDataFault } from '../lib/typedDataFault.ts'

/** The types of a domain's fields (EIP-712), in their order. */
const DOMAIN = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
} as const

/**
 * Adds the type `EIP712Domain`, which wallets need. Throws for a domain of another network: the signature would be
 * valid there, while the review shows the active network. Also throws for fields that no type declares, because they
 * would be shown but not signed; for declared fields without a value; and for values that are not of exactly their
 * type.
 */
export function complete({ domain, types, primaryType, message }: TypedData, chainId: number): TypedData {
  if (domain.chainId !== undefined && Number(domain.chainId) !== chainId)
    throw new Error(`The typed data is for the chain ${domain.chainId}, and the account is on ${chainId}`)
  const strange = Object.keys(domain).find((name) => !Object.hasOwn(DOMAIN, name))
  if (strange !== undefined)
    throw new Error(`The domain of the typed data has a field ${strange}, which EIP-712 does not know`)
  const own = Object.entries(DOMAIN)
    .filter(([name]) => Object.hasOwn(domain, name))
    .map(([name, type]) => ({ name, type }))
  const { EIP712Domain: _own, ...others } = types
  if (!Object.hasOwn(others, primaryType)) throw new Error(`The typed data has no type ${primaryType}`)
  compare(others, primaryType, message, 'message')
  const fault = typedDataFault({ domain, types: others, primaryType, message })
  if (fault !== undefined) throw new Error(`A wallet may sign the typed data otherwise than it reads: ${fault}`)
  return { domain, primaryType, types: { EIP712Domain: own, ...others }, message }
}

function compare(types: TypedData['types'], type: string, value: unknown, path: string): void {
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item !== undefined) {
    if (!Array.isArray(value)) throw new Error(`${path} of the typed data is no list`)
    value.forEach((each, at) => compare(types, item, each, `${path}[${at}]`))
    return
  }
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) return
  if (!isRecord(value)) throw new Error(`${path} of the typed data is no ${type}`)
  const extra = Object.keys(value).find((name) => !fields.some((field) => field.name === name))
  if (extra !== undefined) throw new Error(`${path}.${extra} would be shown and not signed: ${type} has no such field`)
  for (const field of fields) {
    if (!Object.hasOwn(value, field.name)) throw new Error(`${path}.${field.name} of the typed data has no value`)
    compare(types, field.type, value[field.name], `${path}.${field.name}`)
  }
}

/** The data as JSON, for the wallet and for the visitor. `bigint`s become decimal texts. */
export const typedDataJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each), space)
