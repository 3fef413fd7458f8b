import { proxy } from 'valtio/vanilla'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { perKit } from '../lib/perKit.ts'

/**
 * off -> checking -> signed | needed -> signing -> signed | declined -> signing. Off is also where the network is unlisted,
 * and where nobody is connected.
 */
export type SignInStatus = 'off' | 'checking' | 'needed' | 'signing' | 'declined' | 'signed'

/** Whom a session is for. */
export type Subject = { namespace: Namespace; chainId: CaipNetworkId; address: string }

export type SignInState = { status: SignInStatus; subject: Subject | undefined }

/** Where the active account's sign-in stands. */
export const signIn = perKit(() => proxy<SignInState>({ status: 'off', subject: undefined }))
