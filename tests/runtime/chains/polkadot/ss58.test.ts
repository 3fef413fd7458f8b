import { createHash } from 'node:crypto'
import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blake2b } from '../../../../runtime/chains/polkadot/blake2b.ts'
import { decodeSs58, encodeSs58, prefixOf } from '../../../../runtime/chains/polkadot/ss58.ts'
import { decodeBase58, encodeBase58 } from '../../../../runtime/lib/base58.ts'
import vectors from '../../../vectors/ss58.json' with { type: 'json' }

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

describe('SS58', () => {
  it.each(vectors.valid)('reads and writes %s', (address, prefix, key) => {
    const decoded = decodeSs58(address)
    expect({ prefix: decoded?.prefix, key: hex(decoded?.key) }).toEqual({ prefix, key })
    expect(encodeSs58(Buffer.from(String(key), 'hex'), Number(prefix))).toBe(address)
  })

  it.each(vectors.invalid)('refuses %j', (text) => expect(decodeSs58(text)).toBeUndefined())

  it('agrees with @polkadot/util-crypto on every prefix and key', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const prefix = fc.integer({ min: 0, max: 16_383 }).filter((each) => each !== 46 && each !== 47)
    fc.assert(
      fc.property(key, prefix, (bytes, of) => {
        const address = encodeSs58(bytes, of)
        expect(address).toBe(encodeAddress(bytes, of))
        expect(hex(decodeSs58(address)?.key)).toBe(hex(decodeAddress(address)))
        expect(decodeSs58(address)?.prefix).toBe(of)
      }),
      { numRuns: 300 },
    )
  })

  it('finds a mistyped character, and takes anything', () => {
    const [[address = ''] = []] = vectors.valid as [string][]
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('')
    fc.assert(
      fc.property(fc.nat(address.length - 1), fc.constantFrom(...letters), (at, letter) => {
        const typed = address.slice(0, at) + letter + address.slice(at + 1)
        // The checksum of two bytes misses one mistake in 65,536, but none in a single letter of this address.
        expect(decodeSs58(typed) !== undefined).toBe(typed === address)
      }),
      { numRuns: 500 },
    )
    fc.assert(fc.property(fc.anything(), (value) => void decodeSs58(value)))
  })

  it('knows the prefixes of networks by their genesis', () => {
    expect(prefixOf('polkadot:91b171bb158e2d3848fa23a9f1c25182')).toBe(0)
    expect(prefixOf('polkadot:b0a8d493285c2df73290dfb7e61f870f')).toBe(2)
    expect(prefixOf('polkadot:e143f23803ac50e8f6f8e62695d1ce9e')).toBe(42)
    expect(prefixOf('polkadot:2b086afabd2c77b63e5e147e308568e2')).toBe(42)
  })
})

describe('what it is made of', () => {
  it('BLAKE2b is that of RFC 7693, for any length', () => {
    expect(hex(blake2b(new TextEncoder().encode('abc')))).toBe(
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(hex(blake2b(bytes))).toBe(createHash('blake2b512').update(bytes).digest('hex'))
      }),
      { numRuns: 200 },
    )
  })

  it('base58 is that of another library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(encodeBase58(bytes)).toBe(base58.encode(bytes))
        expect(hex(decodeBase58(encodeBase58(bytes)))).toBe(hex(bytes))
      }),
    )
    for (const bad of ['0', 'O', 'I', 'l', ' 1', '1\n', 'ä']) expect(decodeBase58(bad)).toBeUndefined()
  })
})
