import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSigned, readWire, signatureOf, withSignature } from '../../../../runtime/chains/solana/wire.ts'
import { parseSignature, parseSignedAnswer, parseSignedList } from '../../../../runtime/chains/solana/wrapRequests.ts'
import * as standard from '../../../../runtime/chains/solana/standardSigner.ts'
import type { legacy } from './transactions.ts'
import { together, versioned } from './transactions.ts'
import { FIRST, KEYS, SECOND, THIRD } from './wallet.ts'

const [first = Keypair.generate(), second = Keypair.generate()] = KEYS
const bytesOf = (transaction: ReturnType<typeof legacy>) =>
  new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
const both = bytesOf(together(FIRST, second, THIRD))
const next = versioned(FIRST, THIRD).serialize()

describe('a transaction as bytes', () => {
  it('has a readable version and signers', () => {
    expect(readWire(next)).toMatchObject({ version: 0, signers: [FIRST], start: 1 })
    expect(readWire(both)).toMatchObject({ version: 'legacy', signers: [FIRST, SECOND] })
  })

  it('accepts a signature in its slot, and returns it', () => {
    const message = both.slice(1 + 2 * 64)
    const signature = base58.encode(ed25519.sign(message, second.secretKey.slice(0, 32)))
    const signed = withSignature(both, SECOND, signature) ?? new Uint8Array()
    expect([signatureOf(signed), signatureOf(signed, SECOND)]).toEqual([undefined, signature])
    const whole = VersionedTransaction.deserialize(signed)
    whole.sign([first])
    expect(signatureOf(whole.serialize())).toBe(base58.encode(whole.signatures[0] ?? new Uint8Array()))
    expect(both.slice(1, 129).some(Boolean)).toBe(false)
    for (const [address, given] of [
      [THIRD, signature],
      [SECOND, signature.slice(4)],
      [SECOND, `${signature}1`],
      [SECOND, undefined],
      [SECOND, '0'],
    ] as const)
      expect(withSignature(both, address, given)).toBeUndefined()
  })

  it('that is truncated is rejected, or keeps its signers', () => {
    for (let length = 0; length < next.length; length++) {
      const wire = readWire(next.slice(0, length))
      if (wire) expect(wire.signers).toEqual([FIRST])
    }
    expect(readWire(next.slice(0, 160))).toBeUndefined()
  })

  it('with an overlong count is rejected, as on Solana', () => {
    expect(readWire(Uint8Array.from([0x81, 0, ...next.slice(1)]))).toBeUndefined()
  })

  it('of any shape is parsed or rejected, and never signed for a non-signer', () => {
    const near = fc
      .tuple(fc.constantFrom(both, next), fc.nat(300), fc.nat(255))
      .map(([bytes, at, byte]) => Uint8Array.from(bytes, (each, index) => (index === at ? byte : each)))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), near, fc.anything()), (value) => {
        const bytes = parseSigned(value, FIRST)
        if (bytes) expect(signatureOf(bytes, FIRST)).toBeDefined()
        if (!(value instanceof Uint8Array)) return
        const wire = readWire(value)
        if (wire) expect(wire.signers.length).toBe(value[0])
        if (wire) expect(wire.start + 64 * wire.signers.length).toBeLessThan(value.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe("a wallet's answer", () => {
  const whole = VersionedTransaction.deserialize(next)
  whole.sign([first])
  const signed = whole.serialize()
  const signature = base58.encode(whole.signatures[0] ?? new Uint8Array())

  it('is a whole transaction or only the signature', () => {
    expect(parseSignedAnswer({ signature, transaction: base64.encode(signed) }, next, FIRST)).toEqual(signed)
    expect(parseSignedAnswer({ signature }, next, FIRST)).toEqual(signed)
    expect(parseSignedAnswer({ signature, transaction: base64.encode(next) }, next, FIRST)).toEqual(signed)
    expect(parseSignedAnswer({ signature }, next, SECOND)).toBeUndefined()
    expect(parseSignedList({ transactions: [base64.encode(signed)] }, FIRST)).toEqual([signed])
    expect(parseSignedList({ transactions: [base64.encode(signed), base64.encode(next)] }, FIRST)).toBeUndefined()
    expect(parseSignature({ signature })).toBe(signature)
  })

  it('may have any shape without an unexpected error', () => {
    const field = fc.oneof(fc.anything(), fc.string(), fc.base64String(), fc.constant(signature))
    const answers = fc.oneof(
      fc.anything(),
      fc.record({ signature: field, transaction: field, transactions: fc.array(field) }, { requiredKeys: [] }),
      fc.array(fc.record({ signature: fc.uint8Array(), signedTransaction: fc.uint8Array() })),
    )
    fc.assert(
      fc.property(answers, (answer) => {
        const own = parseSignature(answer)
        if (own !== undefined) expect(base58.decode(own)).toHaveLength(64)
        const one = parseSignedAnswer(answer, next, FIRST)
        if (one) expect(signatureOf(one, FIRST)).toBeDefined()
        for (const each of parseSignedList(answer, FIRST) ?? []) expect(signatureOf(each, FIRST)).toBeDefined()
        for (const each of standard.parseSignedAnswer(answer, FIRST) ?? [])
          expect(signatureOf(each, FIRST)).toBeDefined()
        const message = standard.parseMessageAnswer(answer)
        if (message) expect(message).toHaveLength(64)
      }),
      { numRuns: 300 },
    )
  })
})
