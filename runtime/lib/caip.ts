/** Parses CAIP-2 and CAIP-10 identifiers that come from outside. */
import type { CaipAddress, CaipNetworkId, Namespace } from './namespace.ts'

const ID = /^([-a-z\d]{3,8}):([-_a-zA-Z\d]{1,32})(?::([-.%a-zA-Z\d]{1,128}))?$/

/**
 * Splits a CAIP-2 id; `undefined` for anything else. Checks only the form: the kit may not know the namespace.
 *
 * @example
 * ```ts
 * import { parseCaipNetworkId } from 'walletkit'
 *
 * parseCaipNetworkId('eip155:1') // { namespace: 'eip155', reference: '1' }
 * ```
 */
export function parseCaipNetworkId(value: unknown): { namespace: Namespace; reference: string } | undefined {
  const { namespace, reference, address } = split(value)
  return isNamespace(namespace) && reference !== undefined && address === undefined
    ? { namespace, reference }
    : undefined
}

/**
 * Splits a CAIP-10 account id; `undefined` for anything else. Checks only the form: the kit may not know the namespace.
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
  const { namespace, reference, address } = split(value)
  if (!isNamespace(namespace) || reference === undefined || address === undefined) return undefined
  return { namespace, reference, caipNetworkId: `${namespace}:${reference}`, address }
}

function split(value: unknown): { namespace?: string; reference?: string; address?: string } {
  const [, namespace, reference, address] = (typeof value === 'string' && ID.exec(value)) || []
  return { ...(namespace && { namespace }), ...(reference && { reference }), ...(address && { address }) }
}

export function toCaipAddress(caipNetworkId: CaipNetworkId, address: string): CaipAddress {
  return `${caipNetworkId}:${address}`
}

/** The namespace of a CAIP-2 or CAIP-10 id, or of a bare namespace. */
export function namespaceOf(value: string): Namespace | undefined {
  const [namespace] = value.split(':')
  return isNamespace(namespace) ? namespace : undefined
}

/**
 * Whether a value has the form of a namespace (CAIP-2). It may be one that the kit does not serve: compare it with
 * `isKnown` before it is used as a key.
 */
export function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'string' && /^[-a-z\d]{3,8}$/.test(value)
}
