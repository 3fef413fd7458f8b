import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import {
  blake2AsU8a,
  cryptoWaitReady,
  encodeAddress,
  signatureVerify,
  sr25519PairFromSeed,
  sr25519Verify,
} from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  polkadotAddress,
  polkadotKey,
  signPolkadotPayload,
  signPolkadotRaw,
} from '../../../../runtime/test/sign/polkadot.ts'
import { encodePayload } from '../../../../runtime/test/sign/polkadotPayload.ts'
import { payload } from './payload.ts'

const seed = Buffer.alloc(32, 0x11)
const address = polkadotAddress(seed)

beforeAll(() => cryptoWaitReady())

it.each([0, 2, 42, 63])('has the address of its seed with the prefix %i', (prefix) => {
  expect(polkadotAddress(seed, prefix)).toBe(encodeAddress(sr25519PairFromSeed(seed).publicKey, prefix))
})

it('reads the key out of an address of any prefix, and refuses what has a wrong checksum or length', () => {
  const { publicKey } = sr25519PairFromSeed(seed)
  for (const prefix of [0, 42, 64, 255, 2007, 16_383])
    expect(polkadotKey(encodeAddress(publicKey, prefix)), String(prefix)).toBe(u8aToHex(publicKey))
  const wrong = `${address.slice(0, -1)}${address.endsWith('a') ? 'b' : 'a'}`
  const account = encodeAddress(new Uint8Array(8), 42)
  for (const text of [wrong, account, '', '0OIl', u8aToHex(publicKey)])
    expect(() => polkadotKey(text), text).toThrow('This is not an address')
})

it.each(['hello', '0x68656c6c6f', 'grüße', '', '0x', '0xabc', '\u{feff}<Bytes>x</Bytes>', '<Bytes>', '<Bytes></Byte'])(
  'signs %j with sr25519, wrapped',
  (message) => {
    const bytes = message === '0x68656c6c6f' ? 'hello' : message === '0x' ? '' : message
    const signature = hexToU8a(signPolkadotRaw(seed, message))
    // The library's usual check also tries the wrapped form by itself, so do not use that one.
    const { publicKey } = sr25519PairFromSeed(seed)
    expect(sr25519Verify(`<Bytes>${bytes}</Bytes>`, signature, publicKey)).toBe(true)
    expect(sr25519Verify(`<Bytes>${bytes}!</Bytes>`, signature, publicKey)).toBe(false)
  },
)

it('does not wrap twice, as the network’s own library', () => {
  const { publicKey } = sr25519PairFromSeed(seed)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isWrapped) => {
      const given = isWrapped ? u8aWrapBytes(bytes) : bytes
      const signature = hexToU8a(signPolkadotRaw(seed, u8aToHex(given)))
      expect(sr25519Verify(u8aWrapBytes(given), signature, publicKey)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['a short payload as it is', {}],
  ['a long one by its hash', { method: `0x0000${'05'.repeat(400)}` }],
])('signs %s, with its kind in front', (_name, changed) => {
  const given = { ...payload, ...changed }
  const bytes = encodePayload(given)
  const signed = bytes.length > 256 ? blake2AsU8a(bytes) : bytes
  const signature = signPolkadotPayload(seed, given)
  expect(signature.slice(0, 4)).toBe('0x01')
  expect(signatureVerify(signed, hexToU8a(signature).subarray(1), address).isValid).toBe(true)
})

it('signs for the chain that it is told, and no other', () => {
  const reference = payload.genesisHash.slice(2, 34)
  expect(signPolkadotPayload(seed, payload, reference)).toMatch(/^0x01[0-9a-f]{128}$/)
  expect(() => signPolkadotPayload(seed, payload, '91b171bb158e2d3848fa23a9f1c25182')).toThrow('not one of')
})
