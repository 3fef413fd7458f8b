/** Sends one transaction with the key itself. */
import { type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { clientOf, type EvmChain } from './chain.ts'
import { type Asked, type Budget, completed } from './complete.ts'
import { isRefused } from './refused.ts'

/**
 * Sends from the account of the key itself, not from its smart account. It sends once, and returns the hash of what may
 * have been sent.
 * @param budget what fees may still cost, in wei; it gets less by the highest fee of this transaction
 * @param announce called with the hash before the transaction leaves; if it throws, nothing is sent
 * @throws what the node refused it with. Nothing was sent then
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
    // Unless the node refused it, the transaction may be on its way: with its hash the page can find out.
    if (await isRefused(chain, hash, error)) throw error
  })
  return hash
}
