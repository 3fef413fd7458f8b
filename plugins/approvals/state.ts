/** The state of the approvals screen. */
import type { Delegation } from './delegate.ts'
import type { Held } from './find.ts'
import type { SessionGrant } from './grants.ts'

/** `symbol` and `decimals` are `undefined` for NFTs and where they are not known. */
export type Named<H> = H & { symbol: string | undefined; decimals: number | undefined; iconUrl: string | undefined }
export type EvmApproval = Named<Held>
export type SolanaApproval = Named<Delegation>
export type Approval = EvmApproval | SolanaApproval

/** Whether an approval can be neither used nor ended now, because its token account is frozen. */
export const isFrozen = (each: Approval): boolean => each.kind === 'delegate' && each.frozen

export const UNREAD = 'unread'

export type ApprovalsState = {
  /** Those that allow taking everything come first; `undefined` until they were read. */
  list: readonly Approval[] | undefined
  /** How many blocks, back from the newest, were searched; `undefined` for the whole chain, and on Solana. */
  blocks: number | undefined
  /** How many approvals were not checked, because there are too many or the node did not answer; only on EVM. */
  more: number
  /** How many token accounts could not be read; only on Solana. */
  unread: number
  /** The symbols, or short addresses, of the tokens that their issuer may take at any time; only on Solana. */
  issued: readonly string[]
  /** The contract whose code the account runs (EIP-7702), if any; UNREAD if the node did not say. Only on EVM. */
  runs: `0x${string}` | typeof UNREAD | undefined
  failed: boolean
  /** The smart sessions of the account; empty without that plugin. `grantsFailed`: they could not be read. */
  grants: readonly SessionGrant[]
  grantsFailed: boolean
  /** Keys of the approvals that are to be ended. */
  chosen: readonly string[]
  /** While approvals are being ended: how many are done, of how many; else `undefined`. */
  ending: { done: number; count: number } | undefined
}

export const blankApprovals = (): ApprovalsState => ({
  list: undefined,
  blocks: undefined,
  more: 0,
  unread: 0,
  issued: [],
  runs: undefined,
  failed: false,
  grants: [],
  grantsFailed: false,
  chosen: [],
  ending: undefined,
})
