/** Makes instructions of the SPL token program, byte by byte. */
import { PublicKey, TransactionInstruction } from '@solana/web3.js'

const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const AuthorityType = { MintTokens: 0, FreezeAccount: 1, AccountOwner: 2, CloseAccount: 3 } as const

const make = (data: number[], ...accounts: PublicKey[]) =>
  new TransactionInstruction({
    programId: TOKEN,
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    data: Buffer.from(data),
  })
const amountBytes = (amount: bigint) => [...Buffer.from(BigUint64Array.of(amount).buffer)]

export const createTransferInstruction = (from: PublicKey, to: PublicKey, owner: PublicKey, amount: bigint) =>
  make([3, ...amountBytes(amount)], from, to, owner)
export const createApproveInstruction = (from: PublicKey, spender: PublicKey, owner: PublicKey, amount: bigint) =>
  make([4, ...amountBytes(amount)], from, spender, owner)
export const createCloseInstruction = (account: PublicKey, to: PublicKey, owner: PublicKey) =>
  make([9], account, to, owner)
export const createSetAuthorityInstruction = (account: PublicKey, owner: PublicKey, kind: number, next: PublicKey) =>
  make([6, kind, 1, ...next.toBytes()], account, owner)
