/**
 * `walletkit/walletconnect`: remote sessions over the relay. Loaded only when a screen of remote wallets, a deep link
 * or a stored session needs it.
 */
import { createRemote } from './createRemote.ts'

export { createRemote, type RemoteOptions } from './createRemote.ts'
export { PROVIDER_ERRORS, type ProviderError } from './errors.ts'
export { SESSION_EVENT_TABLE, type Change, type SessionEvent, type SessionEvents } from './events.ts'
export { SESSION_METHODS } from '../chains/families.ts'
export { SAFE_METHODS, UNSAFE_METHODS } from '../connectors/methods.ts'
export type { Approval, Pairing, Peer, Remote } from '../contracts/remote.ts'

export default createRemote()
