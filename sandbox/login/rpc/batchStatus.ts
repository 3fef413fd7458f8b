/** The answer to `wallet_getCallsStatus` (EIP-5792). */
import type { Hex } from 'viem'
import type { Batch } from './batches.ts'
import { hexOf } from './chainId.ts'

const [PENDING, CONFIRMED, FAILED_OFF_CHAIN, REVERTED, PARTLY] = [100, 200, 400, 500, 600]

/** A receipt as the node gave it. */
export type Receipt = { status?: Hex } & Record<string, unknown>

/** The status of a batch in the form of EIP-5792. `receipts` has null for a transaction that is not mined yet. */
export function statusOf(batch: Batch, receipts: readonly (Receipt | null)[], id: unknown) {
  const found = receipts.filter((each) => each !== null)
  const mined = batch.reverted ? found.map((each): Receipt => ({ ...each, status: '0x0' })) : found
  const good = mined.filter(({ status }) => status === '0x1')
  const pending = !batch.done || mined.length < receipts.length
  const ended = !mined.length
    ? FAILED_OFF_CHAIN
    : good.length === batch.wanted
      ? CONFIRMED
      : good.length
        ? PARTLY
        : REVERTED
  return {
    version: '2.0.0',
    id,
    chainId: hexOf(batch.caip),
    status: pending ? PENDING : ended,
    atomic: batch.atomic,
    receipts: mined.map(({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }) => {
      return { logs, status, blockHash, blockNumber, gasUsed, transactionHash }
    }),
  }
}
