import { guards } from '../actions/close.ts'
import type { Kit } from '../kit.ts'
import { type SignInStatus, signIn } from './state.ts'
import { siweOf } from './siwe/siweOf.ts'
import { siwxOf } from './siwxOf.ts'

/** The screen that asks, and what it is called elsewhere (reference 1.10). */
export const SIGN_VIEWS: ReadonlySet<string> = new Set(['SIWXSignMessage', 'ConnectingSiwe'])
/** What it is opened as: sites with the older functions know it by its older name. */
export const signView = (kit: Kit) => (siweOf(kit) ? 'ConnectingSiwe' : 'SIWXSignMessage')
/** Shown while a visitor signs; the second is an embedded wallet's own. */
const LOCKED = new Set([...SIGN_VIEWS, 'ApproveTransaction'])
const UNSIGNED: ReadonlySet<SignInStatus> = new Set(['checking', 'needed', 'signing', 'declined'])

/** Whether a required sign-in is still to come. */
export const isOwed = (kit: Kit) => UNSIGNED.has(signIn(kit).status) && (siwxOf(kit)?.getRequired?.() ?? true)

/** The modal stays while a required sign-in is on its screen (spec section 4). */
export function guardClose(kit: Kit): () => void {
  const guard = (view: string) => !(LOCKED.has(view) && isOwed(kit))
  guards(kit).add(guard)
  return () => void guards(kit).delete(guard)
}

/** Whether a screen may stand while a required sign-in is still to come. */
export const isBeside = (view: string) => LOCKED.has(view) || view === 'UnsupportedChain'
