/** Compares our replacement of `uint8arrays` with Node's encodings. */
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concat, fromString, toString } from '../../../../cli/repo/vendor/bytes.ts'

const of = (encoding: BufferEncoding) => (bytes: Uint8Array) => Buffer.from(bytes).toString(encoding)
const KNOWN = {
  base16: of('hex'),
  base58btc: (bytes: Uint8Array) => base58.encode(bytes),
  base64: (bytes: Uint8Array) => of('base64')(bytes).replaceAll('=', ''),
  base64pad: of('base64'),
  base64url: of('base64url'),
}

it.each(Object.entries(KNOWN) as [keyof typeof KNOWN, (bytes: Uint8Array) => string][])(
  'writes and reads %s',
  (encoding, known) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(toString(bytes, encoding)).toBe(known(bytes))
        expect(fromString(known(bytes), encoding)).toEqual(bytes)
      }),
    )
  },
)

it('writes and reads text, and the digit of a message type', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(toString(fromString(text))).toBe(text)
    }),
  )
  expect([0, 1, 2].map((type) => toString(Uint8Array.of(type), 'base10'))).toEqual(['0', '1', '2'])
  expect(['0', '1', '2'].map((type) => [...fromString(type, 'base10')])).toEqual([[0], [1], [2]])
})

it('joins parts in their order', () => {
  expect(concat([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3))
})

it.each([
  ['base10', '1a'],
  ['base16', 'abc'],
  ['base16', 'zz'],
  ['base58btc', '0OIl'],
  ['base64', 'a*b'],
] as const)('refuses what is not %s: %s', (encoding, text) => {
  expect(() => fromString(text, encoding)).toThrow()
})
