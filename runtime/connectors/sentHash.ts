import { isHash } from '../lib/abi.ts'
import { tellSent } from '../data/sent.ts'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'

/**
 * The transaction hash in a wallet's answer to a method that signs and sends one transaction. `undefined` for other
 * methods, also `eth_sendRawTransaction`, and for an answer without a valid hash.
 */
export function sentHash(method: string, answer: unknown): string | undefined {
  if (method === 'eth_sendTransaction') return isHash(answer) ? answer : undefined
  if (method !== 'solana_signAndSendTransaction' && method !== 'sendTransfer') return undefined
  const { signature, txid } = (answer ?? {}) as { signature?: unknown; txid?: unknown }
  const hash = signature ?? txid
  return typeof hash === 'string' && /^\w{64,88}$/.test(hash) ? hash : undefined
}

/**
 * Stores the hash of a transaction that a remote or embedded wallet has sent. It takes the sender and the receiver from
 * the request's `params` (`[{ from, to }]` on eip155, `{ pubkey }` on Solana) and not from the caller, whose promise
 * may have been rejected before the wallet answered.
 */
export function keepHash(kit: Kit, caipNetworkId: CaipNetworkId, params: unknown, hash: string) {
  const first: unknown = Array.isArray(params) ? (params as unknown[])[0] : params
  const { from, pubkey, to } = isRecord(first) ? first : {}
  const sender = typeof from === 'string' ? from : typeof pubkey === 'string' ? pubkey : ''
  tellSent(kit, { hash, caipNetworkId, from: sender, to: typeof to === 'string' ? to : '' })
}
