/** Waits until a block includes a transaction, then stores its outcome and refreshes the balances. */
import { type TransactionReceipt, adapterOf } from '../contracts/adapter.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { updateBalances, updateNativeBalance } from '../data/balances.ts'
import { settleSent } from '../data/sent.ts'
import { WalletKitError } from '../errors/base.ts'
import { able } from './activeChain.ts'

/**
 * Resolves with the receipt, also of a transaction that reverted. Rejects with `TX_NOT_FOUND` if the network will never
 * include the transaction, and with the reason of `signal` when that aborts.
 */
export async function awaitTransaction(
  kit: Kit,
  chain: CaipNetwork,
  hash: string,
  signal?: AbortSignal,
): Promise<TransactionReceipt> {
  const adapter = await adapterOf(kit, chain.chainNamespace)
  const receipt = await able(adapter, 'waitForTransaction')(kit, chain, hash, signal).catch((error: unknown) => {
    if (error instanceof WalletKitError && error.code === 'TX_NOT_FOUND') settleSent(kit, hash, 'failed')
    throw error
  })
  settleSent(kit, hash, receipt.status === 'success' ? 'confirmed' : 'failed')
  void updateBalances(kit, { force: true })
  void updateNativeBalance(kit, { force: true }).catch(() => undefined)
  return receipt
}
