import { schnorr } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { base64 } from '@scure/base'
import { RawTx, SigHash, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BitcoinKey, bitcoinKeys } from '../../../../runtime/test/sign/bitcoinKeys.ts'
import {
  finish,
  namedInput,
  ownInputs,
  readPsbt,
  signPsbt,
  writePsbt,
} from '../../../../runtime/test/sign/bitcoinPsbt.ts'

const [payment, ordinals] = bitcoinKeys(Buffer.alloc(32, 0x11), 'regtest')
const [stranger] = bitcoinKeys(Buffer.alloc(32, 0x22), 'regtest')

/** A transaction that spends one coin of each key, as read from its PSBT. */
function spending(keys: readonly BitcoinKey[], sighashType?: number): Transaction {
  const transaction = new Transaction()
  keys.forEach(({ script }, index) =>
    transaction.addInput({
      txid: '77'.repeat(32),
      index,
      witnessUtxo: { script, amount: 10_000n },
      ...(sighashType !== undefined && { sighashType }),
    }),
  )
  transaction.addOutput({ script: stranger.script, amount: 9_000n })
  return readPsbt(base64.encode(transaction.toPSBT()))
}
const refused = (task: () => unknown, message: RegExp) => {
  let thrown: unknown
  try {
    task()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: -32602, message: expect.stringMatching(message) as string })
}

describe('the inputs to sign', () => {
  it('are those of the keys', () => {
    const transaction = spending([stranger, payment, ordinals])
    expect(ownInputs(transaction, [payment, ordinals])).toEqual([
      { index: 1, key: payment },
      { index: 2, key: ordinals },
    ])
    signPsbt(transaction, ownInputs(transaction, [payment, ordinals]))
    expect(transaction.getInput(0).partialSig).toBeUndefined()
    expect(transaction.getInput(1).partialSig).toHaveLength(1)
    expect(transaction.getInput(2).tapKeySig).toHaveLength(64)
    refused(() => finish(transaction), /not complete/)
  })

  it('are found in whole transactions too', () => {
    const paid = RawTx.encode({
      ...{ version: 2, segwitFlag: false, witnesses: undefined, lockTime: 0 },
      inputs: [{ txid: Buffer.alloc(32, 7), index: 0, finalScriptSig: Uint8Array.of(0), sequence: 0 }],
      outputs: [{ script: payment.script, amount: 10_000n }],
    })
    const after = new Transaction()
    after.addInput({ txid: sha256(sha256(paid)).reverse(), index: 0, nonWitnessUtxo: paid })
    after.addOutput({ script: stranger.script, amount: 9_000n })
    expect(ownInputs(after, [ordinals, payment])).toEqual([{ index: 0, key: payment }])
    signPsbt(after, ownInputs(after, [payment]))
    finish(after)
    expect(after.isFinal).toBe(true)
  })

  it('are the named ones, where they are of the address that names them', () => {
    const transaction = spending([payment, ordinals])
    expect(namedInput(transaction, ordinals, 1)).toMatchObject({ index: 1, key: ordinals })
    // Both addresses have the same key, which could sign this input, but the request names the other address.
    refused(() => namedInput(transaction, ordinals, 0), /Input 0 does not spend from bcrt1p/)
    for (const index of [2, -1, 0.5, '0', undefined])
      refused(() => namedInput(transaction, payment, index), /There is no input/)
    refused(() => signPsbt(transaction, []), /No input/)
  })
})

it('signs a segwit input for all of the transaction, and finishes it', () => {
  const transaction = spending([payment])
  signPsbt(transaction, ownInputs(transaction, [payment]))
  finish(transaction)
  expect(transaction.isFinal).toBe(true)
  expect(Transaction.fromPSBT(base64.decode(writePsbt(transaction))).id).toBe(transaction.id)
})

it.each([
  ['without a type', undefined, 64, SigHash.DEFAULT],
  ['for everything', SigHash.ALL, 65, SigHash.ALL],
])('signs a taproot input %s, as other libraries check it', (_name, type, length, sighash) => {
  const transaction = spending([ordinals], type)
  signPsbt(transaction, ownInputs(transaction, [ordinals]))
  const signature = transaction.getInput(0).tapKeySig ?? new Uint8Array()
  const digest = transaction.preimageWitnessV1(0, [ordinals.script], sighash, [10_000n])
  expect(signature).toHaveLength(length)
  expect(schnorr.verify(signature.subarray(0, 64), digest, ordinals.script.subarray(2))).toBe(true)
})

it('signs less than everything only where that was allowed', () => {
  for (const key of [payment, ordinals]) {
    const transaction = spending([key], SigHash.NONE)
    refused(() => signPsbt(transaction, ownInputs(transaction, [key])), /Input 0 cannot be signed/)
    signPsbt(transaction, [namedInput(transaction, key, 0, [SigHash.NONE])])
    const { partialSig, tapKeySig } = transaction.getInput(0)
    expect((tapKeySig ?? partialSig?.[0]?.[1])?.at(-1)).toBe(SigHash.NONE)
  }
})

it('reads PSBTs, and nothing else', () => {
  refused(() => readPsbt('AAAA'), /psbt is not a PSBT/)
  fc.assert(fc.property(fc.base64String(), (text) => refused(() => readPsbt(text), /psbt is not a PSBT/)))
})
