/** Ends approvals: in one batch where the wallet can, else one after another. */
import type { PluginKit } from 'walletkit/plugin'
import { endOf } from './approval.ts'
import { approvalError } from './errors.ts'
import type { Approval } from './state.ts'

/** ms between two questions about a batch. */
const LOOK = 1_000

/**
 * Rejects with what the wallet throws, and once another account or network is active: the approvals are those of one account on
 * one network. What was ended before stays ended, and nothing further is asked. `tell` hears how many are in a block.
 */
export async function endAll(kit: PluginKit, list: readonly Approval[], tell: (done: number) => void): Promise<void> {
  const { caipAddress } = kit.account()
  const { caipNetworkId } = kit.network() ?? {}
  const stay = () => {
    if (kit.account().caipAddress !== caipAddress) throw approvalError('REVOKE_CHANGED')
  }
  if (list.length > 1 && (await canBatch(kit))) {
    stay()
    return inOneBatch(kit, list)
  }
  for (const [at, approval] of list.entries()) {
    stay()
    const { symbol = '' } = approval
    const hash = await kit.chain.sendTransaction(endOf(approval), { kind: 'approve', out: { amount: '0', symbol } })
    const wait = { signal: kit.signal, ...(caipNetworkId !== undefined && { caipNetworkId }) }
    const { status } = await kit.chain.waitForTransaction(hash, wait)
    if (status !== 'success') throw new Error('The transaction failed')
    tell(at + 1)
  }
}

/** Whether the wallet sends several calls as one (EIP-5792). A wallet that does not say so cannot. */
async function canBatch(kit: PluginKit): Promise<boolean> {
  const chainId = `0x${Number(kit.network()?.id).toString(16)}`
  const capabilities = await kit.chain.getCapabilities().catch(() => undefined)
  const { atomic } = Object(capabilities?.[chainId]) as { atomic?: unknown }
  const { status } = Object(atomic) as { status?: unknown }
  return status === 'supported' || status === 'ready'
}

async function inOneBatch(kit: PluginKit, list: readonly Approval[]): Promise<void> {
  const id = await kit.chain.sendCalls(list.map(endOf))
  for (;;) {
    kit.signal.throwIfAborted()
    const { status } = await kit.chain.getCallsStatus(id)
    if (status === 'confirmed') return
    if (status !== 'pending') throw new Error('The batch failed')
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}
