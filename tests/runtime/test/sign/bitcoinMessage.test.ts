import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base64, bech32 } from '@scure/base'
import { WIF } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { expect, it } from 'vitest'
import { bitcoinKeys } from '../../../../runtime/test/sign/bitcoinKeys.ts'
import { signBip322, signEcdsa } from '../../../../runtime/test/sign/bitcoinMessage.ts'

const seed = Buffer.alloc(32, 0x11)
const hash = (kind: string, bytes: Uint8Array) => createHash(kind).update(bytes).digest()
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** Messages whose length takes one byte (up to 252), three (up to 65,535), or five. */
const messages = ['Hello World', '', 'grüße \u{1f600}', 'x'.repeat(252), 'x'.repeat(253), 'x'.repeat(70_000)]

it.each([
  ['mainnet', 'bc'],
  ['testnet', 'tb'],
  ['regtest', 'bcrt'],
] as const)('signs by BIP-137 on %s, from which the address (%s1…) is recovered', (chain, start) => {
  const [payment] = bitcoinKeys(seed, chain)
  const message = 'long enough to need no more than a byte'
  const { signature, messageHash } = signEcdsa(payment, message)
  const opening = `\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}${message}`
  const digest = hash('sha256', hash('sha256', Buffer.from(opening)))
  expect(hex(messageHash)).toBe(hex(digest))
  const recoverable = secp256k1.Signature.fromCompact(signature.subarray(1)).addRecoveryBit((signature[0] ?? 0) - 39)
  const key = recoverable.recoverPublicKey(digest).toRawBytes(true)
  expect(bech32.encode(start, [0, ...bech32.toWords(hash('ripemd160', hash('sha256', key)))])).toBe(payment.address)
})

it('signs by BIP-137 whatever the length of the message', () => {
  const [payment] = bitcoinKeys(seed, 'mainnet')
  for (const message of messages) {
    const signature = base64.encode(signEcdsa(payment, message).signature)
    expect(Verifier.verifySignature(payment.address, message, signature), `${message.length}`).toBe(true)
    expect(Verifier.verifySignature(payment.address, `${message}!`, signature)).toBe(false)
  }
})

it.each(['mainnet', 'testnet'] as const)('signs by BIP-322 on %s, for both kinds of address', (chain) => {
  for (const key of bitcoinKeys(seed, chain)) {
    for (const message of messages) {
      const signature = base64.encode(signBip322(key, message).signature)
      expect(Verifier.verifySignature(key.address, message, signature)).toBe(true)
      expect(Verifier.verifySignature(key.address, `${message}!`, signature)).toBe(false)
    }
  }
})

it('signs the examples of BIP-322', () => {
  const example = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
  const [payment] = bitcoinKeys(example, 'mainnet')
  expect(payment.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
  expect(['', 'Hello World'].map((message) => hex(signBip322(payment, message).messageHash))).toEqual([
    'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
    'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
  ])
})

it('refuses BIP-137 for a taproot address', () => {
  const [, ordinals] = bitcoinKeys(seed, 'mainnet')
  expect(() => signEcdsa(ordinals, 'x')).toThrow('BIP-322 only')
})
