/** Makes transactions with the real @solana/web3.js. */
import {
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

/** A blockhash that no chain has. */
export const NO_HASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

const move = (from: string, to: string, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports })

export function legacy(from: string, to: string, { lamports = 1, blockhash = NO_HASH } = {}): Transaction {
  const transaction = new Transaction().add(move(from, to, lamports))
  transaction.feePayer = new PublicKey(from)
  transaction.recentBlockhash = blockhash
  return transaction
}

export function versioned(from: string, to: string, { lamports = 1, blockhash = NO_HASH } = {}): VersionedTransaction {
  const message = {
    payerKey: new PublicKey(from),
    recentBlockhash: blockhash,
    instructions: [move(from, to, lamports)],
  }
  return new VersionedTransaction(new TransactionMessage(message).compileToV0Message())
}

/** A transfer from two accounts, which both have to sign. */
export function together(payer: string, other: Keypair, to: string, blockhash = NO_HASH): Transaction {
  const transaction = legacy(payer, to, { blockhash }).add(move(other.publicKey.toBase58(), to, 1))
  return transaction
}
