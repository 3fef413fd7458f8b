/** The runtime's only parser of CAIP-2 and CAIP-10 identifiers. */
import { type CaipAddress, type CaipNetworkId, isNamespace, type Namespace } from './namespace.ts'

const NETWORK = /^(eip155|solana|polkadot|bip122):([-_a-zA-Z0-9]{1,32})$/
const ADDRESS = /^(eip155|solana|polkadot|bip122):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/

/**
 * Splits a CAIP-2 id; `undefined` for another text, or a namespace that walletkit does not support.
 *
 * @example
 * ```ts
 * import { parseCaipNetworkId } from 'walletkit'
 *
 * parseCaipNetworkId('eip155:1') // { namespace: 'eip155', reference: '1' }
 * ```
 */
export function parseCaipNetworkId(value: unknown): { namespace: Namespace; reference: string } | undefined {
  const match = typeof value === 'string' ? NETWORK.exec(value) : null
  const [, namespace, reference] = match ?? []
  return isNamespace(namespace) && reference !== undefined ? { namespace, reference } : undefined
}

/**
 * Splits a CAIP-10 account id; `undefined` for another text.
 *
 * @example
 * ```ts
 * import { parseCaipAddress } from 'walletkit'
 *
 * parseCaipAddress('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')?.caipNetworkId // 'eip155:1'
 * parseCaipAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // undefined
 * ```
 */
export function parseCaipAddress(
  value: unknown,
): { namespace: Namespace; reference: string; caipNetworkId: CaipNetworkId; address: string } | undefined {
  const match = typeof value === 'string' ? ADDRESS.exec(value) : null
  const [, namespace, reference, address] = match ?? []
  if (!isNamespace(namespace) || reference === undefined || address === undefined) return undefined
  return { namespace, reference, caipNetworkId: `${namespace}:${reference}`, address }
}

export function toCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  return `${caipNetworkId}:${address}`
}

/** The namespace of a CAIP-2 or CAIP-10 id, or of a bare namespace. */
export function namespaceOf(value: string): Namespace | undefined {
  const [namespace] = value.split(':')
  return isNamespace(namespace) ? namespace : undefined
}
