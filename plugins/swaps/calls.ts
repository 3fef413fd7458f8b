/** Asks the wallet for several calls, until the visitor cancels. */
import type { CallsProgress, NotedCall } from 'walletkit/plugin'
import { swapError } from './errors.ts'
import { follow } from './follow.ts'
import type { SwapPanel } from './panel.ts'

/**
 * Runs the calls: as one batch if the wallet makes it, else one after another. When `panel.stop` aborts, the wallet is
 * asked for none of the calls that are left, and this resolves with `undefined`. A batch that the wallet accepts after
 * that nevertheless moves tokens, so it is followed to its end.
 * @returns the hashes of the transactions, which are all in a block. Rejects as `kit.chain.runCalls`; with
 * SWAP_REVERTED or SWAP_UNSEEN for a batch that was accepted after the visitor cancelled.
 */
export async function askFor(
  panel: SwapPanel,
  calls: readonly NotedCall[],
  tell: (progress: CallsProgress) => void,
): Promise<readonly string[] | undefined> {
  const { kit } = panel
  const since = Date.now()
  const stop = new AbortController()
  const forget = () => {
    if (panel.stop === stop) panel.stop = undefined
  }
  let isBatchSent = false
  const heard = (progress: CallsProgress) => {
    const { step, waitsFor, isBatch } = progress
    isBatchSent = isBatch && waitsFor === 'chain'
    if (isBatch ? isBatchSent : step === calls.length) forget()
    tell(progress)
  }
  panel.stop = stop
  try {
    const signal = AbortSignal.any([kit.signal, stop.signal])
    return (await kit.chain.runCalls(calls, { tell: heard, signal })).hashes
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error
    const [batch] = isBatchSent ? kit.chain.batches() : []
    if (batch) return await outcomeOf(panel, batch.id)
    // An approval may have been sent before. The swap no longer waits for it, so wait here: then the runtime stores its
    // outcome.
    for (const sent of kit.chain.sent()) if (sent.at >= since && sent.note?.kind === 'approve') void follow(kit, sent)
    return undefined
  } finally {
    forget()
  }
}

async function outcomeOf({ kit }: SwapPanel, id: string) {
  const { status, hashes } = await kit.chain.followCalls(id).catch((error: unknown) => {
    throw swapError('SWAP_UNSEEN', error)
  })
  if (status !== 'confirmed') throw swapError('SWAP_REVERTED')
  if (!hashes.length) throw swapError('SWAP_UNSEEN')
  return hashes
}
