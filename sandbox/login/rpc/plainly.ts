/** Sends one transaction with the key itself. */
import { BaseError, type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { clientOf, type EvmChain, Unanswered } from './chain.ts'
import { type Asked, type Budget, completed } from './complete.ts'

/**
 * Sends from the account of the key itself, not from its smart account. It sends once: after an error, the transaction
 * may have been sent nevertheless.
 * @param budget what fees may still cost, in wei; it gets less by the highest fee of this transaction
 * @param announce called with the hash before the transaction leaves; if it throws, nothing is sent
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
    // Without an answer the transaction may be on its way, so return its hash: with it the page can find out. Return
    // the hash too if the node has the transaction, whatever it answered.
    if (error instanceof BaseError && error.walk((each) => each instanceof Unanswered)) return
    const isKnown = await client.getTransaction({ hash }).then(
      () => true,
      () => false,
    )
    if (!isKnown) throw error
  })
  return hash
}
