/** Follows the operations that an earlier visit sent: they may be in a block by now. */
import type { PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { awaitIncluded } from './operation.ts'
import { outcomeOf } from './outcome.ts'
import type { Rpc } from './rpc.ts'
import { dropSent, sentOperations } from './sent.ts'

/**
 * Waits about two minutes for each operation's block, tells the visitor how it ended, and drops it from storage. Never
 * rejects: an operation whose outcome is not known by then stays in storage for the next visit.
 */
export async function followSent(kit: PluginKit, rpcOn: (chainId: number) => Rpc): Promise<void> {
  for (const { chainId, hash } of sentOperations(kit)) {
    const judge = (transaction: Hex) => outcomeOf(kit, { chainId, hash, transaction })
    const found = await awaitIncluded(rpcOn(chainId), hash, kit.signal, judge).catch(() => undefined)
    if (!found) continue
    dropSent(kit, hash)
    if (found.success) kit.toast.success(kit.text('passkey.arrived', 'Your earlier transaction is on the network'))
    else kit.toast.error(kit.text('passkey.reverted', 'Your earlier transaction failed. Only its fee was paid.'))
  }
}
