import { base58, base64 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64, isAddress, isSignature } from '../../../../runtime/chains/solana/encodings.ts'
import { decodeBase58, encodeBase58 } from '../../../../runtime/lib/base58.ts'
import { FIRST } from './wallet.ts'

describe('base58', () => {
  it('encodes and decodes the same as another library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(4), (tail, zeros) => {
        const bytes = Uint8Array.from([...Array<number>(zeros).fill(0), ...tail])
        const text = encodeBase58(bytes)
        expect(text).toBe(base58.encode(bytes))
        expect(decodeBase58(text)).toEqual(bytes)
      }),
    )
  })

  it('rejects what another library rejects', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const known = (() => {
          try {
            return base58.decode(text)
          } catch {
            return undefined
          }
        })()
        expect(decodeBase58(text)).toEqual(known)
      }),
    )
    for (const text of ['0', 'O', 'I', 'l', ' ', 'ä', '1 1']) expect(decodeBase58(text)).toBeUndefined()
  })
})

describe('base64', () => {
  it('encodes and decodes the same as another library, and rejects everything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(encodeBase64(bytes)).toBe(base64.encode(bytes))
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
      }),
    )
    for (const text of ['Ä', 'A', '*', 'AA=A']) expect(decodeBase64(text)).toBeUndefined()
  })
})

describe('an address', () => {
  it('is base58 of 32 bytes, as in web3.js', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 30, maxLength: 34 }), (bytes) => {
        expect(isAddress(base58.encode(bytes))).toBe(bytes.length === 32)
        if (bytes.length === 32) expect(new PublicKey(bytes).toBase58()).toBe(encodeBase58(bytes))
      }),
    )
    expect(['11111111111111111111111111111111', FIRST].map(isAddress)).toEqual([true, true])
    const wrong = [`${FIRST} `, `${FIRST}1`, FIRST.slice(4), FIRST.replace(/./, '0'), '', `0x${'a'.repeat(40)}`]
    for (const text of [...wrong, 7, null, undefined, '1'.repeat(5_000_000)]) expect(isAddress(text)).toBe(false)
  })

  it('is not a signature', () => {
    expect(isSignature(base58.encode(new Uint8Array(64).fill(7)))).toBe(true)
    expect([FIRST, '', undefined, base58.encode(new Uint8Array(63))].map(isSignature)).toEqual(Array(4).fill(false))
  })
})
