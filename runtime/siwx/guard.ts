import { guards } from '../actions/close.ts'
import type { Kit } from '../contracts/kit.ts'
import { type SignInStatus, signIn } from './state.ts'
import { siweOf } from './siwe/siweOf.ts'
import { siwxOf } from './siwxOf.ts'

/** The two names of the sign-in screen: the current name, and the older name that sites with `siweConfig` use. */
export const SIGN_VIEWS: ReadonlySet<string> = new Set(['SIWXSignMessage', 'ConnectingSiwe'])
/** The name to open the screen with: the older one on sites that use `siweConfig`. */
export const signView = (kit: Kit) => (siweOf(kit) ? 'ConnectingSiwe' : 'SIWXSignMessage')
/**
 * The screens that a visitor sees while signing, on which the modal stays open if sign-in is required;
 * `ApproveTransaction` belongs to the embedded wallet.
 */
const LOCKED = new Set([...SIGN_VIEWS, 'ApproveTransaction'])
const UNSIGNED: ReadonlySet<SignInStatus> = new Set(['checking', 'needed', 'signing', 'declined'])

/** Whether sign-in is required and the visitor has not signed in yet. */
export const isOwed = (kit: Kit) => UNSIGNED.has(signIn(kit).status) && (siwxOf(kit)?.getRequired?.() ?? true)

/** Keeps the modal open while it shows a required sign-in. Returns the function that removes the guard. */
export function guardClose(kit: Kit): () => void {
  const guard = (view: string) => !(LOCKED.has(view) && isOwed(kit))
  guards(kit).add(guard)
  return () => void guards(kit).delete(guard)
}

/**
 * Whether the modal may show this view while a required sign-in is pending. Any other view is replaced by the sign-in
 * screen.
 */
export const isBeside = (view: string) => LOCKED.has(view) || view === 'UnsupportedChain'
