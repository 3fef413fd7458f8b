import * as scure from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/bip122/adapter.ts'
import { isAddressOn, parseAddress } from '../../../../runtime/chains/bip122/address.ts'
import { decodeBech32, lengthOf } from '../../../../runtime/chains/bip122/bech32.ts'
import { type Chain, chainOf, idOf, parseChain } from '../../../../runtime/chains/bip122/chains.ts'
import addresses from '../../../vectors/bitcoinAddresses.json' with { type: 'json' }
import bech32 from '../../../vectors/bech32.json' with { type: 'json' }

describe.each(['bech32', 'bech32m'] as const)('%s strings', (encoding) => {
  const { valid, invalid } = bech32[encoding]
  it.each(valid)('valid: %s', (text) => expect(decodeBech32(text)?.encoding).toBe(encoding))
  it.each(invalid)('invalid: %j', (text) => expect(decodeBech32(text)?.encoding).not.toBe(encoding))
})

describe('segwit addresses of BIP-173 and BIP-350', () => {
  it.each(bech32.addresses.valid)('valid: %s', (text) => expect(adapter.isAddress?.(text)).toBe(true))
  it.each(bech32.addresses.invalid)('invalid: %s', (text) => expect(adapter.isAddress?.(text)).toBe(false))
})

describe('addresses of Bitcoin Core', () => {
  it.each(addresses.valid)('valid: %s (%s, %s)', (text = '', chain, kind) => {
    expect(parseAddress(text)?.kind).toBe(kind)
    expect(isAddressOn(text, chain as Chain)).toBe(true)
    expect(isAddressOn(text, chain === 'mainnet' ? 'regtest' : 'mainnet')).toBe(false)
    // A bech32 address is still valid in capitals; a base58 one is not valid in lower case.
    const flipped = /^(bc|tb)/.test(text) ? text.toUpperCase() : text.toLowerCase()
    expect(isAddressOn(flipped, chain as Chain)).toBe(/^(bc|tb)/.test(text))
  })
  it.each(addresses.invalid)('invalid: %s', (text) => expect(parseAddress(text)).toBeUndefined())
})

describe('any text', () => {
  it('is an address for us where it is one for another library', () => {
    const start = fc.constantFrom('bc', 'tb', 'bcrt', 'ltc')
    const version = fc.integer({ min: 0, max: 17 })
    const program = fc.uint8Array({ minLength: 1, maxLength: 42 })
    fc.assert(
      fc.property(start, version, program, fc.boolean(), (prefix, of, bytes, m) => {
        const coder = m ? scure.bech32m : scure.bech32
        const text = coder.encode(prefix as 'bc', [of, ...coder.toWords(bytes)])
        const length = bytes.length
        const ok =
          prefix !== 'ltc' &&
          of <= 16 &&
          (of === 0 ? !m && (length === 20 || length === 32) : m && length >= 2 && length <= 40)
        expect(parseAddress(text) !== undefined).toBe(ok)
        expect(lengthOf(coder.toWords(bytes))).toBe(length)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (value) => void parseAddress(value)))
  })
})

it('chains have one id and many words', () => {
  for (const chain of ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'] as const) {
    expect(chainOf(idOf(chain))).toBe(chain)
    expect(parseChain(`BITCOIN_${chain.toUpperCase()}`)).toBe(chain)
    expect(parseChain(`bitcoin:${chain}`)).toBe(chain)
  }
  expect(idOf('regtest')).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')
  expect(parseChain('livenet')).toBe('mainnet')
  for (const other of ['FRACTAL_BITCOIN_MAINNET', 'constructor', '', 1, null]) expect(parseChain(other)).toBeUndefined()
  expect(chainOf('bip122:12a765e31ffd4059bada1e25190f6e98')).toBe('testnet')
})
