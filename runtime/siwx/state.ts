import { proxy } from 'valtio/vanilla'
import { perKit } from '../contracts/perKit.ts'
import type { Kit } from '../contracts/kit.ts'
import type { SignInState, Subject } from '../contracts/siwx.ts'
import { isEmbedded } from '../state/connections.ts'

export type { SignInStatus, Subject } from '../contracts/siwx.ts'

/** The sign-in state of the active account. */
export const signIn = perKit(() => proxy<SignInState>({ status: 'off', subject: undefined }))

/** The properties of sign-in's tracking events. Only for an embedded wallet does the kit know the type of account. */
export function trackedProperties(kit: Kit, { namespace, chainId }: Subject) {
  const isSmartAccount =
    isEmbedded(kit, namespace) && kit.state.accounts[namespace].preferredAccountType === 'smartAccount'
  return { network: chainId, isSmartAccount }
}
