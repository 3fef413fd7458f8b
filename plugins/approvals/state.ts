/** The state of the approvals screen. */
import type { Held } from './find.ts'

/** `symbol` and `decimals` are `undefined` for NFTs, and if the token's contract does not give them. */
export type Approval = Held & { symbol: string | undefined; decimals: number | undefined; iconUrl: string | undefined }

export type ApprovalsState = {
  /** Unlimited approvals and whole collections first; `undefined` until they were read. */
  list: readonly Approval[] | undefined
  /** How many blocks, back from the newest, were searched for approvals; `undefined` for the whole chain. */
  blocks: number | undefined
  failed: boolean
  /** Keys of the approvals that are to be ended. */
  chosen: readonly string[]
  /** While approvals are being ended: how many are done, of how many; else `undefined`. */
  ending: { done: number; count: number } | undefined
}

export const blankApprovals = (): ApprovalsState => ({
  list: undefined,
  blocks: undefined,
  failed: false,
  chosen: [],
  ending: undefined,
})
