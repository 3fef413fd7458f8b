import { proxy } from 'valtio/vanilla'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import type { Kit } from '../contracts/kit.ts'
import { isEmbedded } from '../state/connections.ts'

/**
 * off -> checking -> signed | needed -> signing -> signed | declined -> signing. `off`: no account is connected, or the
 * site does not list its network.
 */
export type SignInStatus = 'off' | 'checking' | 'needed' | 'signing' | 'declined' | 'signed'

/** The account and network that a session is for. */
export type Subject = { namespace: Namespace; chainId: CaipNetworkId; address: string }

export type SignInState = { status: SignInStatus; subject: Subject | undefined }

/** The sign-in state of the active account. */
export const signIn = perKit(() => proxy<SignInState>({ status: 'off', subject: undefined }))

/** The properties of sign-in's tracking events. Only for an embedded wallet does the kit know the type of account. */
export function trackedProperties(kit: Kit, { namespace, chainId }: Subject) {
  const isSmartAccount =
    isEmbedded(kit, namespace) && kit.state.accounts[namespace].preferredAccountType === 'smartAccount'
  return { network: chainId, isSmartAccount }
}
