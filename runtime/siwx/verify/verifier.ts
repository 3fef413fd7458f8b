/**
 * The interface of a namespace's signature verifier. Each verifier is a separate file, loaded when it is first needed.
 */
import type { Chain } from '../../contracts/chain.ts'
import type { CaipNetworkId, Namespace } from '../../lib/namespace.ts'
import { differences, parseMessage } from '../message.ts'
import type { SIWXSession } from '../types.ts'

export type Hex = `0x${string}`

/**
 * Calls contracts of one network. `to` is absent to run the data itself (`eth_call` of a deployment). Resolves with the
 * returned data, `0x` if the call failed. Throws only if the network could not be asked.
 */
export type Reader = { call: (to: Hex | undefined, data: Hex) => Promise<Hex> }

/** Options of a verifier. Without a reader for the network, signatures of contract accounts count as invalid. */
export type VerifyOptions = { readerOf?: (chainId: CaipNetworkId) => Reader | undefined }

/**
 * Resolves with whether the session's account signed exactly the session's message; `false` for any invalid input.
 * Rejects if a {@link Reader} rejects, or code cannot be loaded: then it is not known whether the signature is valid.
 */
export type Verifier = (session: SIWXSession, options?: VerifyOptions) => Promise<boolean>

/** Functions that load the verifiers, by namespace. A build has only those of its networks. */
export type Verifiers = Partial<Record<Namespace, () => Promise<{ default: Verifier }>>>

/**
 * The account, network and text bytes of a session; `undefined` if the session is for another namespace, or its fields
 * differ from its text.
 */
export function readSigned(
  { data, message }: SIWXSession,
  namespace: Namespace,
): { address: string; chainId: CaipNetworkId; bytes: Uint8Array } | undefined {
  const signed = parseMessage(message)
  if (!signed || !signed.chainId.startsWith(`${namespace}:`) || differences(data, signed).length) return undefined
  return { address: signed.accountAddress, chainId: signed.chainId, bytes: new TextEncoder().encode(message) }
}

/** By namespace: the verifiers that chains define themselves (`verifier` of `defineChain`). */
export const verifiersOf = (chains: Iterable<Pick<Chain, 'namespace' | 'verifier'>>): Verifiers =>
  Object.fromEntries([...chains].flatMap(({ namespace, verifier }) => (verifier ? [[namespace, verifier]] : [])))
