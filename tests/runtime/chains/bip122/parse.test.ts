import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  parseAccounts,
  parseAmount,
  parseInputs,
  parseKey,
  parsePsbt,
  parseSignature,
  parseSignedPsbt,
  parseTxid,
} from '../../../../runtime/chains/bip122/parse.ts'
import { addressOf, base64, hex, ordinals, payment, psbtOf } from './keys.ts'

const hostile = () =>
  fc.oneof(
    fc.anything(),
    fc.record({
      address: fc.oneof(fc.constant(addressOf(payment)), fc.anything()),
      publicKey: fc.anything(),
      purpose: fc.anything(),
    }),
    fc.array(
      fc.record({ address: fc.constant(addressOf(payment)), index: fc.anything(), sighashTypes: fc.anything() }),
    ),
    fc.string({ unit: fc.constantFrom('a', '0', '=', '+', '\n', 'smp', '0x') }),
    fc.uint8Array(),
  )

it('whatever a wallet answers is read, or is none; nothing throws', () => {
  fc.assert(
    fc.property(hostile(), (value) => {
      for (const account of parseAccounts(value) ?? []) expect(account.address).toBe(addressOf(payment))
      for (const { index } of parseInputs(value) ?? []) expect(Number.isInteger(index)).toBe(true)
      for (const parse of [parseKey, parsePsbt, parseSignature, parseSignedPsbt, parseTxid, parseAmount]) parse(value)
    }),
    { numRuns: 2000 },
  )
})

it('amounts are whole satoshi, more than none and at most all', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -10n, max: 2_100_000_000_000_010n }), (amount) => {
      const expected = amount > 0n && amount <= 2_100_000_000_000_000n ? amount : undefined
      expect(parseAmount(amount)).toBe(expected)
      expect(parseAmount(amount.toString())).toBe(expected)
      expect(parseAmount(Number(amount))).toBe(expected)
    }),
  )
  for (const bad of ['', '1.0', '1e3', ' 1', '0x10', '-1', 1.5, NaN, Infinity, null])
    expect(parseAmount(bad)).toBeUndefined()
})

it('accounts stand with the payment ones first, each once, in any list', () => {
  const [pay, ord] = [addressOf(payment), addressOf(ordinals)]
  const list = [
    { address: ord, purpose: 'ordinals' },
    { address: pay, intention: 'payment' },
    { address: pay },
    'nonsense',
  ]
  expect(parseAccounts(list)?.map(({ address, purpose }) => [address, purpose])).toEqual([
    [pay, 'payment'],
    [ord, 'ordinals'],
  ])
  expect(parseAccounts([ord])).toEqual([{ address: ord, publicKey: '', purpose: 'payment' }])
  expect(parseAccounts({ 0: pay })).toBeUndefined()
})

it('a PSBT is the same in base64, hex and bytes', () => {
  const bytes = psbtOf([payment])
  for (const spelled of [bytes, base64(bytes), hex(bytes)]) expect(parsePsbt(spelled)).toBe(base64(bytes))
  const txid = 'AB'.repeat(32)
  expect(parseSignedPsbt({ hex: hex(bytes), txid })).toEqual({ psbt: base64(bytes), txid: txid.toLowerCase() })
  expect(parseSignedPsbt({ psbt: base64(bytes), txid: 'none' })).toBeUndefined()
  expect(parsePsbt(base64(bytes.slice(1)))).toBeUndefined()
})
