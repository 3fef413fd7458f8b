/**
 * Ends an unanswered proposal a moment before it expires. When it expires, WalletConnect's library rejects twice: once
 * for the caller, and once where nothing catches it, so the page would see an unhandled rejection minutes later. If the
 * library's own event is emitted earlier, only the caller's call rejects.
 */
import { ONE_SECOND } from '../../lib/time.ts'

export type Proposals = {
  readonly engine?: { readonly events?: { emit: (event: string, payload: { error: Error }) => void } }
  readonly proposal?: { getAll: () => { id: number; pairingTopic: string; expiryTimestamp: number }[] } | undefined
}

/**
 * Starts the timer that ends the proposal of this pairing URI. `approval` settles with the wallet's answer, which
 * cancels the timer.
 */
export function expireFirst({ engine, proposal }: Proposals, uri: string, approval: Promise<unknown>): void {
  const found = proposal?.getAll().find(({ pairingTopic }) => uri.startsWith(`wc:${pairingTopic}@`))
  if (!found) return
  const expire = () => engine?.events?.emit(`session_connect:${found.id}`, { error: new Error('Proposal expired') })
  const timer = setTimeout(expire, found.expiryTimestamp * 1000 - Date.now() - ONE_SECOND)
  const stop = () => clearTimeout(timer)
  approval.then(stop, stop)
}
