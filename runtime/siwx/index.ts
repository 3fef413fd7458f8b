/** `walletkit/siwx`: sign-in with a wallet's signature, the page's half. Loaded once somebody is connected. */
import { subscribe } from 'valtio/vanilla'
import { reset } from '../actions/router.ts'
import type { Kit } from '../kit.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { perKit } from '../lib/perKit.ts'
import type { SiwxPart } from './contract.ts'
import { guardClose, isBeside, isOwed } from './guard.ts'
import { lookAgain, settle } from './session.ts'
import { heedDisconnects } from './signOut.ts'
import { signIn } from './state.ts'

export { createMessage, type MessageParams } from './createMessage.ts'
export { formatMessage, parseMessage } from './message.ts'
export { createNonce } from './nonce.ts'
export type * from './types.ts'

/** What has to be watched, from the first look on. */
const watch = perKit((kit: Kit) => {
  const { modal, router } = kit.state
  // Opened by the site on another screen: a required sign-in comes first.
  const hold = () => {
    if (modal.open && isOwed(kit) && signIn(kit).status !== 'checking' && !isBeside(router.view))
      reset(router, 'SIWXSignMessage')
  }
  kit.teardown.push(guardClose(kit), heedDisconnects(kit), subscribe(modal, hold), subscribe(router, hold))
  if (typeof window === 'undefined') return
  // Another page of the site signed in; one that signs out disconnects, which is followed as such.
  const heed = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEYS.siwxSessions && ['needed', 'declined'].includes(signIn(kit).status)) void lookAgain(kit)
  }
  addEventListener('storage', heed)
  kit.teardown.push(() => removeEventListener('storage', heed))
})

const part: SiwxPart = {
  settle: (kit) => {
    watch(kit)
    return settle(kit)
  },
  view: () => import('./views/SIWXSignMessageView.tsx'),
}
export default part
