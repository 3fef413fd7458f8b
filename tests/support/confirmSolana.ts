/** Confirms Solana transactions by polling. */
import type { Connection, Signer, Transaction } from '@solana/web3.js'

const STEP = 50

/**
 * Waits until the node has confirmed the transaction. The `confirmTransaction` of web3.js is not used, because it asks
 * the node in a promise that nothing awaits and opens a socket that it never closes: when the test's node stops, that
 * request rejects outside of any test, and the socket reconnects as long as the process runs.
 * @throws Error if the transaction failed
 */
export async function confirmed(connection: Connection, signature: string): Promise<void> {
  for (;;) {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err) throw new Error(`The transaction failed: ${JSON.stringify(value.err)}`)
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return
    await new Promise((resolve) => setTimeout(resolve, STEP))
  }
}

/** Sends a transaction, and waits until the node has confirmed it. Returns its signature. */
export async function sendConfirmed(
  connection: Connection,
  transaction: Transaction,
  signers: Signer[],
): Promise<string> {
  const signature = await connection.sendTransaction(transaction, signers)
  await confirmed(connection, signature)
  return signature
}
