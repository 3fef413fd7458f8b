/**
 * `walletkit/siwx`: the page's side of sign-in with a wallet's signature. Loaded when an account connects, or for a
 * pairing that also asks for the sign-in.
 */
import { subscribe } from 'valtio/vanilla'
import { reset } from '../state/navigate.ts'
import type { Kit } from '../contracts/kit.ts'
import { SIWX_SIGNED } from '../lib/keyTable.ts'
import { perKit } from '../contracts/perKit.ts'
import type { SiwxPart } from '../contracts/siwx.ts'
import { guardClose, isBeside, isOwed, signView } from './guard.ts'
import { heedSigned, settle } from './session.ts'
import { heedDisconnects } from './signOut.ts'
import { watchSession } from './siwe/watchSession.ts'
import { signIn } from './state.ts'

export { createMessage, type MessageParams } from './createMessage.ts'
export { formatMessage, parseMessage } from './message.ts'
export { createNonce } from './nonce.ts'
export type * from './types.ts'

/** Starts all listeners. Runs once per kit, with its first `settle`. */
const watch = perKit((kit: Kit) => {
  const { modal, router } = kit.state
  // While sign-in is required, replace any other view that the site or the visitor opens by the sign-in screen.
  const hold = () => {
    if (modal.open && isOwed(kit) && signIn(kit).status !== 'checking' && !isBeside(router.view))
      reset(router, signView(kit))
  }
  kit.teardown.push(guardClose(kit), heedDisconnects(kit), subscribe(modal, hold), subscribe(router, hold))
  kit.teardown.push(watchSession(kit))
  if (typeof window === 'undefined') return
  // Another tab signed in. Signing out in another tab needs no listener here: that tab also disconnects, which the kit
  // sees.
  const heed = ({ key, newValue }: StorageEvent) => {
    if (key === SIWX_SIGNED && newValue !== null) void heedSigned(kit).catch(() => undefined)
  }
  addEventListener('storage', heed)
  kit.teardown.push(() => removeEventListener('storage', heed))
})

const part: SiwxPart = {
  settle: (kit) => {
    watch(kit)
    return settle(kit)
  },
  request: async (kit, offer) => {
    const { requestSignIn } = await import('./oneClick.ts')
    return requestSignIn(kit, offer)
  },
  state: signIn,
  sign: async (kit) => (await import('./sign.ts')).sign(kit),
  cancel: async (kit) => (await import('./cancel.ts')).cancel(kit),
  view: () => import('./views/SIWXSignMessageView.tsx'),
}
export default part
