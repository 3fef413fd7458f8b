import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import { SIWX_ERRORS } from './errors.ts'
import { siwxOf } from './siwxOf.ts'
import type { Subject } from './state.ts'

const signed = perKit(() => new Map<Namespace, Subject[]>())

/** Remembers an account that has a session, so that the session can be ended when the account's wallet disconnects. */
export function rememberSigned(kit: Kit, subject: Subject) {
  const own = signed(kit)
  const others = (own.get(subject.namespace) ?? []).filter(
    ({ chainId, address }) => chainId !== subject.chainId || address !== subject.address,
  )
  own.set(subject.namespace, [...others, subject])
}

/**
 * Ends the sessions of a namespace's accounts when their wallet disconnects, and all sessions when no account is
 * connected any more. Does nothing if another tab disconnected, or with `signOutOnDisconnect: false`. Returns the
 * function that stops this.
 */
export function heedDisconnects(kit: Kit): () => void {
  return kit.events.on('disconnected', ({ namespace, followed }) => {
    const siwx = siwxOf(kit)
    // Keep the sessions of accounts that another wallet of the namespace still has connected.
    const connected = (kit.state.connections[namespace] ?? []).flatMap(({ session }) => session.accounts)
    const isConnected = ({ address }: Subject) =>
      connected.some((each) => each.address.toLowerCase() === address.toLowerCase())
    const all = signed(kit).get(namespace) ?? []
    const subjects = all.filter((each) => !isConnected(each))
    signed(kit).set(namespace, all.filter(isConnected))
    // If another tab disconnected, only that tab signs out. This tab learns of it later, so it could end a newer
    // session.
    if (followed || !siwx || siwx.signOutOnDisconnect === false) return
    const nobody = Object.values(kit.state.accounts).every(({ status }) => status === 'disconnected')
    const ending = async () => {
      if (nobody) return siwx.setSessions([])
      for (const { chainId, address } of subjects) await siwx.revokeSession(chainId, address)
    }
    void ending().catch((error: unknown) => report(kit, error, 'SIWX_SIGN_OUT', SIWX_ERRORS))
  })
}
