/** The state of the approvals screen. */
import type { Held } from './find.ts'

/** `symbol` and `decimals` of a token; `undefined` where the contract does not say them. */
export type Approval = Held & { symbol: string | undefined; decimals: number | undefined; iconUrl: string | undefined }

export type ApprovalsState = {
  /** Unlimited ones first; `undefined` until they were read. */
  list: readonly Approval[] | undefined
  /** How many blocks back they were looked for; `undefined` for the whole chain. */
  blocks: number | undefined
  failed: boolean
  /** Keys of the approvals that are to be ended. */
  chosen: readonly string[]
  /** While they are being ended: how many are done, and of how many. */
  ending: { done: number; count: number } | undefined
}

export const blankApprovals = (): ApprovalsState => ({
  list: undefined,
  blocks: undefined,
  failed: false,
  chosen: [],
  ending: undefined,
})
