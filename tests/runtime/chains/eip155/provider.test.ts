import fc from 'fast-check'
import { isHash } from '../../../../runtime/lib/abi.ts'
import { describe, expect, it } from 'vitest'
import {
  isChecksumAddress,
  isHexAddress,
  parseAccounts,
  parseAddress,
  parseChainId,
  parseQuantity,
} from '../../../../runtime/chains/eip155/provider.ts'

// The test vectors of EIP-55.
const VECTORS = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
const flip = (text: string, at: number) => {
  const letter = text[at] ?? ''
  return (
    text.slice(0, at) +
    (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) +
    text.slice(at + 1)
  )
}
const [FIRST = ''] = VECTORS

describe('addresses', () => {
  it('are 0x plus 40 hex characters [S5.addr.01]', () => {
    expect(isHexAddress(FIRST)).toBe(true)
    for (const bad of [
      FIRST.slice(0, -1),
      `${FIRST}0`,
      FIRST.replace('5', 'g'),
      FIRST.slice(2),
      `0X${FIRST.slice(2)}`,
      ` ${FIRST}`,
      `${FIRST}\n`,
      '',
    ]) {
      expect(isHexAddress(bad)).toBe(false)
    }
  })

  it('are checked against their checksum in strict mode only [S5.addr.02]', () => {
    for (const vector of VECTORS) {
      const wrong = flip(vector, vector.search(/[a-f](?!x)/))
      expect(isChecksumAddress(vector)).toBe(true)
      expect(isChecksumAddress(wrong)).toBe(false)
      expect(isHexAddress(wrong)).toBe(true)
      expect(parseAddress(wrong)).toBe(vector)
    }
  })

  it('are 20 bytes with a valid EIP-55 checksum: each flipped letter is detected [S9.addr.02]', () => {
    for (const vector of VECTORS) {
      for (let at = 2; at < vector.length; at++)
        if (/[a-f]/i.test(vector[at] ?? '')) expect(isChecksumAddress(flip(vector, at))).toBe(false)
      expect(isChecksumAddress(vector.slice(0, -2))).toBe(false)
    }
  })

  it('are accepted as a list only when all are valid', () => {
    expect(parseAccounts([])).toEqual([])
    expect(parseAccounts([FIRST.toLowerCase(), FIRST])).toEqual([FIRST])
    for (const bad of [undefined, null, FIRST, { 0: FIRST }, [FIRST, undefined], [[FIRST]]])
      expect(parseAccounts(bad)).toBeUndefined()
  })
})

describe('a transaction hash', () => {
  it('is 0x plus 64 hex characters [S9.addr.01]', () => {
    const digits = 'aB3'.repeat(21) + '0'
    expect(isHash(`0x${digits}`)).toBe(true)
    for (const bad of [
      `0x${digits.slice(1)}`,
      `0x${digits}0`,
      `0x${digits.slice(1)}g`,
      digits,
      undefined,
      { toString: () => `0x${digits}` },
    ]) {
      expect(isHash(bad)).toBe(false)
    }
  })
})

describe('chain ids and quantities', () => {
  it('are read from every format that wallets use, and from no other', () => {
    expect(['0x1', '0x01', '1', 1, 1n].map(parseChainId)).toEqual([1, 1, 1, 1, 1])
    expect(parseQuantity('0xff')).toBe(255n)
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const id = parseChainId(value)
        const text =
          typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
        expect(id === undefined || (Number.isSafeInteger(id) && id > 0 && BigInt(text) === BigInt(id))).toBe(true)
        const quantity = parseQuantity(value)
        expect(quantity === undefined || (typeof value === 'string' && BigInt(value) === quantity)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (value) => parseQuantity(`0x${value.toString(16)}`) === value,
      ),
    )
    for (const bad of ['0x', '', '1e3', '0x-1', ' 1', '0b1', `0x${'f'.repeat(65)}`])
      expect([parseQuantity(bad), parseChainId(bad)]).toEqual([undefined, undefined])
  })
})
