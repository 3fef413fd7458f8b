/** Ends approvals: in one batch where the wallet can, else one after another. */
import type { PluginKit } from 'walletkit/plugin'
import { endOf } from './approval.ts'
import { approvalError } from './errors.ts'
import type { Approval } from './state.ts'

/**
 * Rejects with what the wallet throws, and once another account or network is active: the approvals are those of one account on
 * one network. What was ended before stays ended, and nothing further is asked. `tell` hears how many are in a block.
 */
export async function endAll(kit: PluginKit, list: readonly Approval[], tell: (done: number) => void): Promise<void> {
  const calls = list.map((approval) => {
    const note = { kind: 'approve', out: { amount: '0', symbol: approval.symbol ?? '' } } as const
    return { ...endOf(approval), note }
  })
  try {
    await kit.chain.runCalls(calls, { signal: kit.signal, tell: ({ step }) => tell(step - 1) })
  } catch (error) {
    const { code } = Object(error) as { code?: unknown }
    throw code === 'CALLS_CHANGED' ? approvalError('REVOKE_CHANGED') : error
  }
}
