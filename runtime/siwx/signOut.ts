import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'
import { NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { perKit } from '../lib/perKit.ts'
import { SIWX_ERRORS } from './errors.ts'
import { siwxOf } from './siwxOf.ts'
import type { Subject } from './state.ts'

const signed = perKit(() => new Map<Namespace, Subject[]>())

/** An account that has a session: it ends with the connection. */
export function rememberSigned(kit: Kit, subject: Subject) {
  const own = signed(kit)
  const others = (own.get(subject.namespace) ?? []).filter(
    ({ chainId, address }) => chainId !== subject.chainId || address !== subject.address,
  )
  own.set(subject.namespace, [...others, subject])
}

/** A disconnected namespace's sessions end, and all of them when nobody is connected any more. Returns what stops it. */
export function heedDisconnects(kit: Kit): () => void {
  return kit.events.on('disconnected', ({ namespace, followed }) => {
    const siwx = siwxOf(kit)
    const subjects = signed(kit).get(namespace) ?? []
    signed(kit).delete(namespace)
    // Who ended it signs out; late, it could end what was signed since.
    if (followed || !siwx || siwx.signOutOnDisconnect === false) return
    const nobody = NAMESPACES.every((each) => kit.state.accounts[each].status === 'disconnected')
    const ending = async () => {
      if (nobody) return siwx.setSessions([])
      for (const { chainId, address } of subjects) await siwx.revokeSession(chainId, address)
    }
    void ending().catch((error: unknown) => report(kit, error, 'SIWX_SIGN_OUT', SIWX_ERRORS))
  })
}
