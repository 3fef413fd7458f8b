/** Makes tokens and their accounts on a Solana chain, with the token programs' own instructions. */
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { sendConfirmed } from './confirmSolana.ts'

export const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MINT_BYTES = 82
export const U64_MAX = 2n ** 64n - 1n

type Key = [key: PublicKey, signs: boolean, written: boolean]
const instruction = (programId: PublicKey, data: readonly number[], ...keys: Key[]) =>
  new TransactionInstruction({
    programId,
    data: Buffer.from(data),
    keys: keys.map(([pubkey, isSigner, isWritable]) => ({ pubkey, isSigner, isWritable })),
  })
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]

export const stranger = () => Keypair.generate().publicKey

/** The address of an owner's associated account for a token. */
export const accountOf = (owner: PublicKey, mint: PublicKey, program = TOKEN) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), program.toBytes(), mint.toBytes()], ASSOCIATED)[0]

/** The instruction `Approve`: the delegate may take up to `amount` base units from the account. */
export const approval = (account: PublicKey, owner: PublicKey, delegate: PublicKey, amount: bigint, program = TOKEN) =>
  instruction(program, [4, ...u64(amount)], [account, false, true], [delegate, false, false], [owner, true, false])

/** The bytes of an unsigned transaction that closes a token account, whose SOL all goes to somebody else. */
export function closingForStranger(owner: string): number[] {
  const own = new PublicKey(owner)
  const [account, to] = [1, 2].map((at) => new PublicKey(new Uint8Array(32).fill(at)))
  const close = instruction(TOKEN, [9], [account ?? own, false, true], [to ?? own, false, true], [own, true, false])
  const transaction = new Transaction({ feePayer: own, recentBlockhash: PublicKey.default.toBase58() }).add(close)
  return [...transaction.serialize({ requireAllSignatures: false })]
}

export const send = (connection: Connection, payer: Keypair, ...all: TransactionInstruction[]) =>
  sendConfirmed(connection, new Transaction().add(...all), [payer])

/** The size of a Token-2022 mint with the extension "permanent delegate". */
const MINT_WITH_TAKER_BYTES = 165 + 1 + 4 + 32

/**
 * Creates a token whose issuer is the payer, and the payer's account with `amount` base units of it. Returns the mint
 * and the account. `taker` may take the token from every account (Token-2022 only). Without `mint`, the token's address
 * is a random one.
 */
export async function issue(
  connection: Connection,
  payer: Keypair,
  program: PublicKey,
  amount: bigint,
  { taker, mint = Keypair.generate() }: { taker?: PublicKey; mint?: Keypair } = {},
) {
  const space = taker ? MINT_WITH_TAKER_BYTES : MINT_BYTES
  const issuer = payer.publicKey
  const create = SystemProgram.createAccount({
    fromPubkey: issuer,
    newAccountPubkey: mint.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(space),
    space,
    programId: program,
  })
  // The instruction InitializePermanentDelegate.
  const extend = taker ? [instruction(program, [35, ...taker.toBytes()], [mint.publicKey, false, true])] : []
  // The instruction InitializeMint2, with 2 decimals. The payer may mint and freeze.
  const key = [...issuer.toBytes()]
  const initialise = instruction(program, [20, 2, ...key, 1, ...key], [mint.publicKey, false, true])
  const account = accountOf(issuer, mint.publicKey, program)
  const open = instruction(
    ASSOCIATED,
    [1],
    [issuer, true, true],
    [account, false, true],
    [issuer, false, false],
    [mint.publicKey, false, false],
    [SystemProgram.programId, false, false],
    [program, false, false],
  )
  const give = instruction(
    program,
    [7, ...u64(amount)],
    [mint.publicKey, false, true],
    [account, false, true],
    [issuer, true, false],
  )
  const all = new Transaction().add(create, ...extend, initialise, open, give)
  await sendConfirmed(connection, all, [payer, mint])
  return { mint: mint.publicKey, account }
}

/** The instruction `FreezeAccount` by the issuer; `ThawAccount` with `thaw`. */
export const freezing = (account: PublicKey, mint: PublicKey, issuer: PublicKey, program: PublicKey, thaw = false) =>
  instruction(program, [thaw ? 11 : 10], [account, false, true], [mint, false, false], [issuer, true, false])

/** The instruction `Burn` of Token-2022 by the owner. */
export const burning = (account: PublicKey, mint: PublicKey, owner: PublicKey, amount: bigint) =>
  instruction(TOKEN_2022, [8, ...u64(amount)], [account, false, true], [mint, false, true], [owner, true, false])
