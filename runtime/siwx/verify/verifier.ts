/** What checks the signatures of a namespace. Each verifier is a file of its own, fetched when it is first needed. */
import type { CaipNetworkId, Namespace } from '../../lib/namespace.ts'
import { differences, parseMessage } from '../message.ts'
import type { SIWXSession } from '../types.ts'

export type Hex = `0x${string}`

/**
 * Reads contracts of one network. `to` is absent where the data itself is run (`eth_call` of a deployment). Resolves with
 * what was returned, `0x` for a call that failed; throws only when the network could not be asked.
 */
export type Reader = { call: (to: Hex | undefined, data: Hex) => Promise<Hex> }

/** What a verifier may need. Without a reader of the network, signatures of contract accounts are not good. */
export type VerifyOptions = { readerOf?: (chainId: CaipNetworkId) => Reader | undefined }

/**
 * Whether a session's signature is its account's, of its very text. Resolves `false` for whatever else it is given; throws
 * only what a {@link Reader} throws: then nobody knows.
 */
export type Verifier = (session: SIWXSession, options?: VerifyOptions) => Promise<boolean>

/** Thunks by namespace: a build has those of its networks. */
export type Verifiers = Partial<Record<Namespace, () => Promise<{ default: Verifier }>>>

/** The account of a session whose fields are what its text says, and the text's bytes; `undefined` otherwise. */
export function readSigned(
  { data, message }: SIWXSession,
  namespace: Namespace,
): { address: string; chainId: CaipNetworkId; bytes: Uint8Array } | undefined {
  const signed = parseMessage(message)
  if (!signed || !signed.chainId.startsWith(`${namespace}:`) || differences(data, signed).length) return undefined
  return { address: signed.accountAddress, chainId: signed.chainId, bytes: new TextEncoder().encode(message) }
}
