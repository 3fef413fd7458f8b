import { isHash } from '../lib/abi.ts'
import { tellSent } from '../data/sent.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'

/** The hash in a wallet's answer to a method that sends; `undefined` if the answer contains none. */
export function sentHash(method: string, answer: unknown): string | undefined {
  if (method === 'eth_sendTransaction') return isHash(answer) ? answer : undefined
  if (method !== 'solana_signAndSendTransaction' && method !== 'sendTransfer') return undefined
  const { signature, txid } = (answer ?? {}) as { signature?: unknown; txid?: unknown }
  const hash = signature ?? txid
  return typeof hash === 'string' && /^\w{64,88}$/.test(hash) ? hash : undefined
}

/** Stores the hash of a sent transaction, even when the caller's promise was rejected already. */
export function keepHash(kit: Kit, caipNetworkId: CaipNetworkId, params: unknown, hash: string) {
  const [{ from = '', to = '' } = {}] = Array.isArray(params) ? (params as { from?: string; to?: string }[]) : []
  tellSent(kit, { hash, caipNetworkId, from, to })
}
