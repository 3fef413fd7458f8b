/** Sends one transaction with the key itself. */
import { type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { clientOf, type EvmChain } from './chain.ts'
import { type Asked, type Budget, completed } from './complete.ts'
import { isRefused } from './refused.ts'

/**
 * Sends a transaction once from the account of the key itself, not from its smart account. Returns the transaction's
 * hash, also if it is not certain that the node received the transaction.
 * @param budget the wei that fees may still cost; the highest fee of this transaction is subtracted
 * @param announce called with the hash before the transaction is sent; if it throws, nothing is sent
 * @throws the node's error if the node refused the transaction. Nothing was sent then
 */
export async function plainly(
  chain: EvmChain,
  owner: PrivateKeyAccount,
  { asked, budget }: { asked: Asked; budget: Budget },
  announce?: (hash: Hex) => Promise<void>,
): Promise<Hex> {
  const transaction = await completed(chain, owner.address, asked, budget)
  const serializedTransaction = await owner.signTransaction(transaction)
  const hash = keccak256(serializedTransaction)
  await announce?.(hash)
  const client = clientOf(chain)
  await client.sendRawTransaction({ serializedTransaction }).catch(async (error: unknown) => {
    // Unless the node refused it, the transaction may have been sent: with the hash the page can find out.
    if (await isRefused(chain, hash, error)) throw error
  })
  return hash
}
