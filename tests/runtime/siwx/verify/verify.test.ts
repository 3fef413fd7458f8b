/** Verifies signatures of real keys in every namespace. Other libraries check the same, if there are any. */
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import * as btc from '@scure/btc-signer'
import { signatureVerify } from '@polkadot/util-crypto'
import { Verifier as Bip322 } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSs58 } from '../../../../runtime/chains/polkadot/ss58.ts'
import { decodeBase58, encodeBase58 } from '../../../../runtime/lib/base58.ts'
import type { SIWXSession } from '../../../../runtime/siwx/types.ts'
import { legacyHash, segwitHash, taprootHash } from '../../../../runtime/siwx/verify/bip322.ts'
import { allVerifiers } from '../../../../runtime/siwx/server/options.ts'
import { verifySession } from '../../../../runtime/siwx/verify/index.ts'
import { parseSignature, toBytes } from '../../../../runtime/chains/bip122/parse.ts'
import { schnorr } from '../../../../runtime/lib/vendor/siwxSecp256k1.ts'
import vectors from '../../../vectors/bip322.json' with { type: 'json' }
import { bitcoin, evm, polkadot, seedOf, signIn, solana, type Visitor, visitors } from '../signers.ts'

const isGood = (session: SIWXSession) => verifySession(session, allVerifiers)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe.each(visitors)('%s', (name, visitor) => {
  it('accepts a signature of its key, and no other', async () => {
    const session = await signIn(visitor)
    expect(await isGood(session)).toBe(true)
    const other = { eip155: evm(1), solana: solana(1), polkadot: polkadot(1) }[name] ?? bitcoin('payment', 1)
    const foreign = await signIn(other)
    expect(await isGood(foreign)).toBe(true)
    expect(await isGood({ ...session, signature: foreign.signature })).toBe(false)
    // The same text for another network or account, with the first one's signature.
    const elsewhere = await signIn({
      ...visitor,
      chainId: name === 'eip155' ? 'eip155:1' : 'bip122:000000000019d6689c085ae165831e93',
    })
    expect(await isGood({ ...elsewhere, signature: session.signature })).toBe(false)
    // Fields that differ from the text.
    expect(await isGood({ ...session, data: { ...session.data, nonce: 'other12345' } })).toBe(false)
    expect(await isGood({ ...session, data: { ...session.data, accountAddress: foreign.data.accountAddress } })).toBe(
      false,
    )
    for (const signature of ['', '0x', '0', 'x', session.signature.slice(0, -2), `${session.signature}00`])
      expect(await isGood({ ...session, signature })).toBe(false)
  })

  it('rejects a signature with any bit flipped', async () => {
    const session = await signIn(visitor)
    const isHex = session.signature.startsWith('0x')
    const bytes = isHex
      ? Buffer.from(session.signature.slice(2), 'hex')
      : name === 'solana'
        ? (decodeBase58(session.signature) ?? new Uint8Array())
        : Buffer.from(session.signature, 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const turned = Uint8Array.from(bytes)
        turned[at] = (turned[at] ?? 0) ^ mask
        // The recovery byte has two valid values.
        if (name === 'eip155' && at === 64) return
        const text = isHex
          ? `0x${hex(turned)}`
          : name === 'solana'
            ? encodeBase58(turned)
            : Buffer.from(turned).toString('base64')
        expect(await isGood({ ...session, signature: text })).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('never throws for malformed signatures', async () => {
    const session = await signIn(visitor)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${hex(bytes)}`),
        ),
        async (signature) => {
          expect(await isGood({ ...session, signature })).toBe(false)
        },
      ),
      { numRuns: 100 },
    )
  })
})

it('a network without a verifier is rejected', async () => {
  const { eip155: _eip155, ...others } = allVerifiers
  expect(await verifySession(await signIn(evm()), others)).toBe(false)
})

describe('solana', () => {
  it('rejects a key of small order, whose signature fits any message', async () => {
    // The neutral element as key and as R, with S = 0, fulfils the plain equation for every message.
    const neutral = Uint8Array.of(1, ...new Uint8Array(31))
    const signature = Uint8Array.of(...neutral, ...new Uint8Array(32))
    expect(ed25519.verify(signature, new TextEncoder().encode('anything'), neutral)).toBe(true)
    const forged: Visitor = { ...solana(), address: encodeBase58(neutral), sign: async () => encodeBase58(signature) }
    expect(await isGood(await signIn(forged))).toBe(false)
  })
})

describe('polkadot', () => {
  const message = async (sign: (text: string) => string, address = polkadot().address) =>
    isGood(await signIn({ ...polkadot(), address, sign: async (text) => sign(text) }))

  it("agrees with polkadot-js, and accepts MultiSignature's kind prefix", async () => {
    const session = await signIn(polkadot())
    expect(
      signatureVerify(`<Bytes>${session.message}</Bytes>`, session.signature, session.data.accountAddress).isValid,
    ).toBe(true)
    const digits = session.signature.slice(2)
    expect(await isGood({ ...session, signature: `0x01${digits}` })).toBe(true)
    expect(await isGood({ ...session, signature: `0x00${digits}` })).toBe(false)
    expect(await isGood({ ...session, signature: `0x02${digits}` })).toBe(false)
  })

  it('accepts ed25519 keys', async () => {
    const seed = seedOf('polkadot', 2)
    const address = encodeSs58(ed25519.getPublicKey(seed), 42)
    const sign = (text: string) => ed25519.sign(new TextEncoder().encode(`<Bytes>${text}</Bytes>`), seed)
    expect(await message((text) => `0x${hex(sign(text))}`, address)).toBe(true)
    expect(await message((text) => `0x00${hex(sign(text))}`, address)).toBe(true)
    expect(await message((text) => `0x01${hex(sign(text))}`, address)).toBe(false)
    // A signature of the bare text is refused, because such a text could be a transaction.
    const bare = (text: string) => `0x${hex(ed25519.sign(new TextEncoder().encode(text), seed))}` as const
    expect(await message(bare, address)).toBe(false)
  })

  it("accepts an address in the network's own format and in the generic one", async () => {
    const relay = { ...polkadot(), chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' } as const
    const key = decodeBase58(polkadot().address)?.slice(1, 33) ?? new Uint8Array()
    for (const [prefix, expected] of [
      [0, true],
      [42, true],
      [2, false],
    ] as const)
      expect(await isGood(await signIn({ ...relay, address: encodeSs58(key, prefix) }))).toBe(expected)
  })
})

describe('bip122', () => {
  it.each(vectors.simple)("computes the hashes of BIP-322's vectors: $message", ({ message, address, signatures }) => {
    const text = new TextEncoder().encode(message)
    for (const signature of signatures) {
      const witness = btc.RawWitness.decode(toBytes(parseSignature(signature)?.signature) ?? new Uint8Array())
      const [proof = new Uint8Array(), key = new Uint8Array()] = witness
      const program = btc.Address().decode(address)
      if (program.type === 'tr')
        expect(
          schnorr.verify(
            proof.subarray(0, 64),
            taprootHash(text, program.pubkey, proof.length === 65 ? 1 : 0),
            program.pubkey,
          ),
        ).toBe(true)
      else if (program.type === 'wpkh')
        expect(
          secp256k1.verify(secp256k1.Signature.fromDER(proof.subarray(0, -1)), segwitHash(text, program.hash), key),
        ).toBe(true)
      else expect.fail('the vectors have other addresses')
    }
  })

  it('agrees with bip322-js', async () => {
    for (const purpose of ['payment', 'ordinals'] as const) {
      const session = await signIn(bitcoin(purpose))
      expect(Bip322.verifySignature(session.data.accountAddress, session.message, session.signature)).toBe(true)
      // Newer wallets add this prefix.
      expect(await isGood({ ...session, signature: `smp${session.signature}` })).toBe(true)
      expect(await isGood({ ...session, signature: `ful${session.signature}` })).toBe(false)
    }
  })

  const seed = seedOf('bip122', 1)
  const [compressed, whole] = [secp256k1.getPublicKey(seed, true), secp256k1.getPublicKey(seed, false)]
  const regtest = { ...btc.TEST_NETWORK, bech32: 'bcrt' }
  const ecdsa = (address: string, header: number): Visitor => ({
    ...bitcoin(),
    address,
    sign: async (message) => {
      const signed = secp256k1.sign(legacyHash(new TextEncoder().encode(message)), seed)
      return Buffer.from(Uint8Array.of(header + signed.recovery, ...signed.toCompactRawBytes())).toString('base64')
    },
  })
  const addresses = {
    p2pkh: btc.p2pkh(compressed, regtest).address ?? '',
    uncompressed: btc.p2pkh(whole, regtest).address ?? '',
    p2sh: btc.p2sh(btc.p2wpkh(compressed, regtest), regtest).address ?? '',
    p2wpkh: btc.p2wpkh(compressed, regtest).address ?? '',
    p2tr: btc.p2tr(compressed.subarray(1), undefined, regtest).address ?? '',
    p2wsh: btc.p2wsh(btc.p2pkh(compressed, regtest), regtest).address ?? '',
  }

  it.each([
    ['p2pkh', 31, true],
    ['uncompressed', 27, true],
    ['p2sh', 35, true],
    ['p2wpkh', 39, true],
    // Some wallets always use one header.
    ['p2wpkh', 31, true],
    ['p2pkh', 27, false],
    ['uncompressed', 31, false],
    ['p2wpkh', 27, false],
    ['p2sh', 27, false],
    ['p2tr', 39, false],
    ['p2wsh', 39, false],
    ['p2pkh', 23, false],
    ['p2pkh', 43, false],
  ] as const)('verifies BIP-137 for %s with header %i: %s', async (kind, header, expected) => {
    const session = await signIn(ecdsa(addresses[kind], header))
    expect(await isGood(session)).toBe(expected)
    if (expected) expect(Bip322.verifySignature(addresses[kind], session.message, session.signature)).toBe(true)
  })

  it('rejects an address of another Bitcoin network', async () => {
    const main = { ...bitcoin(), chainId: 'bip122:000000000019d6689c085ae165831e93' } as const
    expect(await isGood(await signIn(main))).toBe(false)
  })
})
