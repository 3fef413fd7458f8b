import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  signSolanaMessage,
  signSolanaTransaction,
  solanaAddress,
  solanaSigners,
} from '../../../../runtime/test/sign/solana.ts'

const [seed, second] = [Buffer.alloc(32, 0x11), Buffer.alloc(32, 0x22)]
const key = base58.decode(solanaAddress(seed))
const [stranger, program] = [Buffer.alloc(32, 9), Buffer.alloc(32, 3)]

const verified = (message: Uint8Array, signature: Uint8Array) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}
const thrownBy = (task: () => unknown): unknown => {
  try {
    task()
  } catch (error) {
    return error
  }
}

/** A transaction for which another account pays and has signed. This key has to sign it too. */
const other = Buffer.alloc(64, 5)
function unsigned(prefix: number[]) {
  const keys = [stranger, key, program]
  const message = Buffer.from([...prefix, 2, 0, 1, 3, ...keys.flatMap((each) => [...each]), ...Buffer.alloc(32, 7), 0])
  return { message, transaction: Buffer.concat([Buffer.from([2]), other, Buffer.alloc(64), message]) }
}

it('has the address that the chain’s own library has, and signs messages', () => {
  expect(solanaAddress(seed)).toBe(Keypair.fromSeed(seed).publicKey.toBase58())
  const message = Buffer.from('hello')
  expect(verified(message, signSolanaMessage(seed, message))).toBe(true)
})

it.each([
  ['legacy', []],
  ['version 0', [128]],
])('signs a %s transaction in its own place and keeps the other signature', (_name, prefix) => {
  const { message, transaction } = unsigned(prefix)
  expect(solanaSigners(transaction)).toEqual([base58.encode(stranger), base58.encode(key)])
  const signed = signSolanaTransaction(seed, transaction)
  expect(Buffer.from(signed.transaction.subarray(1, 65))).toEqual(other)
  expect(Buffer.from(signed.transaction.subarray(65, 129))).toEqual(Buffer.from(signed.signature))
  expect(Buffer.from(signed.transaction.subarray(129))).toEqual(message)
  expect(verified(message, signed.signature)).toBe(true)
  expect(transaction.subarray(65, 129).every((byte) => byte === 0)).toBe(true)
})

it('reads lengths of two bytes: a transaction with more than 127 accounts', () => {
  const payer = new PublicKey(key)
  const keys = Array.from({ length: 130 }, (_, at) => {
    return { pubkey: new PublicKey(Buffer.alloc(32, at + 20)), isSigner: false, isWritable: false }
  })
  const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 })
  instruction.keys.push(...keys)
  const message = new Transaction({ feePayer: payer, recentBlockhash: base58.encode(program) })
    .add(instruction)
    .compileMessage()
  // Write the bytes here, because the library refuses to write more than fits in a packet.
  const header = [1, 0, message.header.numReadonlyUnsignedAccounts, 0x80 | (message.accountKeys.length & 127), 1]
  const accounts = message.accountKeys.flatMap((each) => [...each.toBytes()])
  const bytes = Buffer.from([1, ...Buffer.alloc(64), ...header, ...accounts, ...Buffer.alloc(32, 7), 0])
  expect(message.accountKeys.length).toBeGreaterThan(127)
  expect(solanaSigners(bytes)).toEqual([base58.encode(key)])
  expect(verified(bytes.subarray(65), signSolanaTransaction(seed, bytes).signature)).toBe(true)
})

it('refuses what is another’s to sign, of a later version, cut short, or no transaction', () => {
  const { transaction } = unsigned([])
  const refused = (bytes: Uint8Array, by: Uint8Array = seed) => {
    expect(thrownBy(() => signSolanaTransaction(by, bytes))).toMatchObject({ code: -32602 })
  }
  refused(transaction, second)
  refused(unsigned([129]).transaction)
  for (const length of [0, 3, 129, 132, 200, transaction.length - 2]) refused(transaction.subarray(0, length))
  const counted = Buffer.from(transaction)
  counted[0] = 1
  refused(counted)
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => refused(bytes)))
})
