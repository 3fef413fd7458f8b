import { TypeRegistry } from '@polkadot/types'
import { u8aToHex } from '@polkadot/util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodePayload } from '../../../../runtime/test/sign/polkadotPayload.ts'
import { payload } from './payload.ts'

/** The bytes that Polkadot's own library makes of a payload. */
const registry = new TypeRegistry()
function theirs(given: typeof payload): string {
  registry.setSignedExtensions(given.signedExtensions)
  return u8aToHex(registry.createType('ExtrinsicPayload', given, { version: 4 }).toU8a({ method: true }))
}
const ours = (given: object, chain?: string) => u8aToHex(encodePayload(given, chain))
const { signedExtensions } = payload

it.each([
  ['a short one', {}],
  ['an immortal one', { era: '0x00', blockHash: payload.genesisHash }],
  ['large numbers', { nonce: '0x00010001', tip: '0x00000000000000ffffffffffffffffff' }],
  ['middling numbers', { nonce: '0x00000040', tip: '0x00004000' }],
  ['the largest numbers', { nonce: '0xffffffff', tip: `0x${'f'.repeat(32)}`, specVersion: '0xffffffff' }],
  ['numbers in decimals', { nonce: '77', tip: '1000000000000' }],
  ['a metadata hash', { mode: 1, metadataHash: `0x${'77'.repeat(32)}` }],
  [
    'a fee in assets that is paid in none',
    { signedExtensions: signedExtensions.map((each) => each.replace('TransactionPayment', 'AssetTxPayment')) },
  ],
  [
    'the older name of mortality',
    { signedExtensions: signedExtensions.map((each) => each.replace('Mortality', 'Era')) },
  ],
  ['extensions in another order', { signedExtensions: signedExtensions.toReversed() }],
  ['a long one', { method: `0x0000${'05'.repeat(400)}` }],
])('writes %s as the network’s own library does', (_name, changed) => {
  const given = { ...payload, ...changed }
  expect(ours(given)).toBe(theirs(given))
})

it('writes any numbers and calls as the network’s own library does', () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 31),
      fc.bigInt({ min: 0n, max: 2n ** 100n }),
      fc.uint8Array({ minLength: 2, maxLength: 80 }),
      (nonce, tip, call) => {
        const given = {
          ...payload,
          nonce: `0x${nonce.toString(16).padStart(8, '0')}`,
          tip: `0x${tip.toString(16).padStart(32, '0')}`,
          method: u8aToHex(call),
        }
        expect(ours(given)).toBe(theirs(given))
      },
    ),
    { numRuns: 200 },
  )
})

it('is for the chain of its genesis hash only, where one is named', () => {
  expect(ours(payload, payload.genesisHash.slice(2, 34))).toBe(ours(payload))
  expect(() => ours(payload, '91b171bb158e2d3848fa23a9f1c25182')).toThrow(/not one of polkadot:91b1/)
})

it.each([
  [{ signedExtensions: ['CheckWeather'] }, /CheckWeather/],
  [{ signedExtensions: ['toString'] }, /toString/],
  [{ signedExtensions: 'CheckNonce' }, /must be a list/],
  [{ version: 5 }, /version 4/],
  [{ version: undefined }, /version 4/],
  [{ nonce: 'many' }, /nonce must be a number/],
  [{ nonce: -1 }, /nonce must be a number/],
  [{ nonce: '0x100000000' }, /nonce is too large/],
  [{ specVersion: '0x100000000' }, /specVersion is too large/],
  [{ tip: `0x1${'0'.repeat(32)}` }, /tip is too large/],
  [{ mode: 2 }, /mode is too large/],
  [{ method: 'balances.transfer' }, /method must be hex/],
  [{ genesisHash: '0x91' }, /genesisHash has a wrong length/],
  [{ blockHash: undefined }, /blockHash must be hex/],
  [{ era: '0x010203' }, /era has a wrong length/],
  [{ metadataHash: '0x77' }, /metadataHash has a wrong length/],
  [{ signedExtensions: ['ChargeAssetTxPayment'], assetId: { parents: 0 } }, /native currency/],
])('refuses %j', (changed, message) => {
  let thrown: unknown
  try {
    ours({ ...payload, ...changed })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: -32602, message: expect.stringMatching(message) as string })
})
