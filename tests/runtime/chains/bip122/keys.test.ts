/** Checks the signer of the test wallets with BIP-322's own vectors, so that tests may rely on it. */
import { p2tr, WIF } from '@scure/btc-signer'
import { schnorr } from '@noble/curves/secp256k1'
import { Verifier } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSignature } from '../../../../runtime/chains/bip122/parse.ts'
import vectors from '../../../vectors/bip322.json' with { type: 'json' }
import {
  addressOf,
  base64,
  bip322Hash,
  hex,
  payment,
  signBip322,
  signEcdsa,
  virtualTransactions,
  type Key,
} from './keys.ts'

const scriptOfP2wpkh = (address: string) => {
  // The vectors' only address of this kind: version 0 and the 20 bytes of its program.
  expect(address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
  return Buffer.from('00142b05d564e6a7a33c087f16e0f730d1440123799d', 'hex')
}

describe('BIP-322', () => {
  it.each(vectors.hashes)('hashes $message', ({ message, address, messageHash, toSpend, toSign }) => {
    expect(hex(bip322Hash(message))).toBe(messageHash)
    const made = virtualTransactions(message, scriptOfP2wpkh(address))
    expect(made.toSpend.id).toBe(toSpend)
    expect(made.toSign.id).toBe(toSign)
  })

  it.each(vectors.simple)('signatures of "$message" are read and verify', ({ message, address, signatures, key }) => {
    for (const text of signatures) {
      const parsed = parseSignature(text)
      expect(parsed?.protocol).toBe('bip322')
      expect(Verifier.verifySignature(address, message, parsed?.signature ?? '')).toBe(true)
      expect(Verifier.verifySignature(address, `${message}!`, parsed?.signature ?? '')).toBe(false)
    }
    const seed = WIF().decode(key)
    const own: Key = { seed, kind: address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh' }
    if (own.kind === 'p2tr') expect(p2tr(schnorr.getPublicKey(seed)).address).toBe(address)
    else expect(addressOf(own, 'mainnet')).toBe(address)
    expect(Verifier.verifySignature(address, message, base64(signBip322(message, own)))).toBe(true)
  })

  it.each(vectors.invalid)('refuses %j', (text) => expect(parseSignature(text)).toBeUndefined())

  it('is told from BIP-137, whichever way the bytes are written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.boolean(), (message, ecdsa) => {
        const bytes = ecdsa ? signEcdsa(message, payment) : signBip322(message, payment)
        const expected = { signature: base64(bytes), protocol: ecdsa ? 'ecdsa' : 'bip322' }
        for (const spelled of [bytes, base64(bytes), hex(bytes), `0x${hex(bytes)}`])
          expect(parseSignature(spelled)).toEqual(expected)
        expect(Verifier.verifySignature(addressOf(payment, 'mainnet'), message, expected.signature)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
