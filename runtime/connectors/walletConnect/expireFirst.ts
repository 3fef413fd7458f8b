/**
 * Nobody answers an invitation, and the library makes two rejections of that: one for whoever waits, and one that nobody
 * hears. The page would see it minutes later. So the proposal is ended here, by the library's own event, a moment sooner.
 */
import { ONE_SECOND } from '../../lib/time.ts'

export type Proposals = {
  readonly engine?: { readonly events?: { emit: (event: string, payload: { error: Error }) => void } }
  readonly proposal?: { getAll: () => { id: number; pairingTopic: string; expiryTimestamp: number }[] } | undefined
}

/** `approval`: settles with the wallet's answer, and takes the timer with it. */
export function expireFirst({ engine, proposal }: Proposals, uri: string, approval: Promise<unknown>): void {
  const found = proposal?.getAll().find(({ pairingTopic }) => uri.startsWith(`wc:${pairingTopic}@`))
  if (!found) return
  const expire = () => engine?.events?.emit(`session_connect:${found.id}`, { error: new Error('Proposal expired') })
  const timer = setTimeout(expire, found.expiryTimestamp * 1000 - Date.now() - ONE_SECOND)
  const stop = () => clearTimeout(timer)
  approval.then(stop, stop)
}
