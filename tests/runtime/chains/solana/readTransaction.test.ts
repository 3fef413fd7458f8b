/** Reads the bytes of transactions, and compares that with what @solana/web3.js wrote. */
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeBase64 } from '../../../../runtime/chains/solana/encodings.ts'
import { readTransaction } from '../../../../runtime/chains/solana/readTransaction.ts'

const [from, to, mint, wallet] = [1, 2, 3, 4].map(
  (seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey,
) as [PublicKey, PublicKey, PublicKey, PublicKey]
const recentBlockhash = '11111111111111111111111111111112'
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const transfer = (lamports: bigint) => SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })
const checked = (amount: bigint) => {
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(amount, 1)
  data[9] = 6
  const keys = [wallet, mint, to, from].map((pubkey) => ({ pubkey, isSigner: pubkey === from, isWritable: false }))
  return new TransactionInstruction({ programId: TOKEN, keys, data })
}
const other = new TransactionInstruction({ programId: mint, keys: [], data: Buffer.from([1]) })
const legacy = (...instructions: TransactionInstruction[]) =>
  encodeBase64(
    new Transaction({ feePayer: from, recentBlockhash })
      .add(...instructions)
      .serialize({ requireAllSignatures: false }),
  )
const versioned = (...instructions: TransactionInstruction[]) =>
  encodeBase64(
    new VersionedTransaction(
      new TransactionMessage({ payerKey: from, recentBlockhash, instructions }).compileToV0Message(),
    ).serialize(),
  )

it.each([
  ['legacy', legacy],
  ['version 0', versioned],
])('reads transfers and lists other programs: %s', (_name, build) => {
  expect(readTransaction(build(transfer(12_345n), checked(2n ** 63n), other))).toEqual({
    payer: from.toBase58(),
    fee: 5000n,
    steps: [
      { to: to.toBase58(), value: 12_345n },
      { to: to.toBase58(), token: mint.toBase58(), value: 2n ** 63n },
      { program: mint.toBase58(), isHarmless: false },
    ],
  })
})

it('says that a transaction does not expire only if its first instruction uses a durable nonce', () => {
  const advance = SystemProgram.nonceAdvance({ noncePubkey: wallet, authorizedPubkey: from })
  const longer = new TransactionInstruction({ ...advance, data: Buffer.concat([advance.data, Buffer.from([0])]) })
  for (const first of [advance, longer])
    expect(readTransaction(versioned(first, transfer(1n)))).toMatchObject({ isLasting: true })
  for (const build of [legacy, versioned]) {
    expect(readTransaction(build(transfer(1n), advance))).not.toHaveProperty('isLasting')
    expect(readTransaction(build(transfer(1n)))).not.toHaveProperty('isLasting')
  }
})

it('recognises the programs that move no funds', () => {
  const budget = new PublicKey('ComputeBudget111111111111111111111111111111')
  const limit = new TransactionInstruction({ programId: budget, keys: [], data: Buffer.from([2, 0, 0, 0, 0]) })
  expect(readTransaction(legacy(limit))?.steps).toEqual([{ program: budget.toBase58(), isHarmless: true }])
})

it('reads allowances, new authorities and the fee, which a hostile site would hide', () => {
  const make = (data: Buffer, ...accounts: PublicKey[]) =>
    new TransactionInstruction({
      programId: TOKEN,
      keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      data,
    })
  const amount = Buffer.alloc(8, 255)
  const transaction = legacy(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000_000 }),
    make(Buffer.from([3, 7, 0, 0, 0, 0, 0, 0, 0]), wallet, to, from),
    make(Buffer.concat([Buffer.from([4]), amount]), wallet, to, from),
    make(Buffer.from([6, 2, 1, ...to.toBytes()]), wallet, from),
    make(Buffer.from([6, 3, 0]), wallet, from),
  )
  const [account, thief] = [wallet.toBase58(), to.toBase58()]
  expect(readTransaction(transaction)).toMatchObject({
    fee: 2_000_005_000n,
    steps: [
      { isHarmless: true },
      { isHarmless: true },
      { to: thief, token: account, value: 7n },
      { spender: thief, token: account, value: 2n ** 64n - 1n },
      { authority: thief, account },
      { authority: undefined, account },
    ],
  })
})

it('counts a price per compute unit also if bytes follow it, which the chain ignores', () => {
  const longer = ({ programId, keys, data }: TransactionInstruction) =>
    new TransactionInstruction({ programId, keys, data: Buffer.concat([data, Buffer.from([0])]) })
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 2_000_000_000 }),
  ].map(longer)
  for (const build of [legacy, versioned])
    expect(readTransaction(build(...budget, transfer(1n)))).toMatchObject({
      fee: 2_000_005_000n,
      // The bytes themselves cannot be read, and are shown as that.
      steps: [{ isHarmless: false }, { isHarmless: false }, { value: 1n }],
    })
})

it('calls no instruction harmless that it cannot read', () => {
  const run = (program: string, ...data: number[]) =>
    new TransactionInstruction({ programId: new PublicKey(program), keys: [], data: Buffer.from(data) })
  const unread = [
    run('ComputeBudget111111111111111111111111111111', 9, 0, 0, 0, 0),
    run('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 2),
  ]
  expect(readTransaction(legacy(...unread))?.steps).toMatchObject([{ isHarmless: false }, { isHarmless: false }])
})

it.each([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])('counts the signatures that %s is asked to check, valid or not', (program) => {
  const check = (...data: number[]) =>
    new TransactionInstruction({ programId: new PublicKey(program), keys: [], data: Buffer.from(data) })
  for (const build of [legacy, versioned]) {
    expect(readTransaction(build(transfer(1n), check(255, 0), check(3)))?.fee).toBe(5000n * 259n)
    expect(readTransaction(build(transfer(1n), check()))?.fee).toBe(5000n)
  }
})

it('returns undefined for anything else, and never throws', () => {
  const whole = Buffer.from(legacy(transfer(1n), checked(2n)), 'base64')
  for (let length = 0; length < whole.length; length++)
    expect(readTransaction(whole.subarray(0, length).toString('base64'))).toBeUndefined()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      expect(readTransaction(text)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      readTransaction(bytes.toString('base64'))
    }),
    { numRuns: 2000 },
  )
})
