/** Ends approvals: in one batch where the wallet can, else one after another. */
import type { PluginKit } from 'walletkit/plugin'
import { endOf } from './approval.ts'
import { approvalError } from './errors.ts'
import type { Approval } from './state.ts'

/** The most calls that `runCalls` takes, because a visitor cannot review more at once. */
const AT_ONCE = 20

/**
 * Rejects with the wallet's error, or with REVOKE_CHANGED when the visitor changes the account or network: the
 * approvals belong to one account on one network. Approvals that were ended before stay ended; the wallet is asked for
 * no more. `tell` receives how many approvals are ended so far; it stays 0 during a batch.
 */
export async function endAll(kit: PluginKit, list: readonly Approval[], tell: (done: number) => void): Promise<void> {
  const calls = list.map((approval) => {
    const note = { kind: 'approve', out: { amount: '0', symbol: approval.symbol ?? '' } } as const
    return { ...endOf(approval), note }
  })
  try {
    for (let done = 0; done < calls.length; done += AT_ONCE) {
      const part = calls.slice(done, done + AT_ONCE)
      await kit.chain.runCalls(part, { signal: kit.signal, tell: ({ step }) => tell(done + step - 1) })
    }
  } catch (error) {
    const { code } = Object(error) as { code?: unknown }
    throw code === 'CALLS_CHANGED' ? approvalError('REVOKE_CHANGED') : error
  }
}
