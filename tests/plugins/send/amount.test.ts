import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTokenBalance } from '../../../runtime/contracts/tokenBalance.ts'
import { add, ceilCents, maxAmount, parseAmount, plainText, worth } from '../../../runtime/lib/tokenAmount.ts'
import { balanceOf, contractOf, decimalsOf } from '../../../plugins/send/tokens.ts'

const runs = { numRuns: 20_000 }
const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('an amount', () => {
  it('parses back from its formatted text, for any token and any balance', () => {
    fc.assert(
      fc.property(
        units,
        decimals,
        (value, places) => parseAmount(plainText({ value, decimals: places }), places) === value,
      ),
      runs,
    )
  })

  it('is accepted only as digits with at most one dot and no more decimals than the token has', () => {
    const digits = fc
      .array(fc.constantFrom(...'0123456789.,-+eEx \u0663\uff11\u00a0\u200f'), { maxLength: 12 })
      .map((each) => each.join(''))
    fc.assert(
      fc.property(digits, decimals, (text, places) => {
        const fits = /^([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text) && (text.split('.')[1] ?? '').length <= places
        return (parseAmount(text, places) !== undefined) === fits
      }),
      runs,
    )
  })

  it.each([
    '1e3',
    '0x1',
    '1,5',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '',
    '.',
    '1.2.3',
    '\u0663',
    '\uff11',
    '\u200f1',
    '1'.repeat(79),
  ])('is rejected when it is %j', (text) => {
    expect(parseAmount(text, 18)).toBeUndefined()
  })

  it('is rejected when it does not fit into 256 bits', () => {
    expect(parseAmount((2n ** 256n - 1n).toString(), 0)).toBe(2n ** 256n - 1n)
    expect(parseAmount((2n ** 256n).toString(), 0)).toBeUndefined()
  })
})

describe('Max', () => {
  it('leaves exactly the fee, and is never negative', () => {
    fc.assert(
      fc.property(units, units, (balance, fee) => {
        const max = maxAmount(balance, fee)
        return max >= 0n && (balance > fee ? max + fee === balance : max === 0n)
      }),
      runs,
    )
  })
})

describe('a balance entry', () => {
  const token = (decimals: string, numeric: string, address?: string) => ({
    quantity: { decimals, numeric },
    ...(address ? { address } : {}),
  })

  it('is read to the last unit and truncated, never rounded up', () => {
    fc.assert(
      fc.property(units, decimals, (value, places) => {
        const read = balanceOf(token(String(places), plainText({ value, decimals: places })))
        // Larger numbers (more than 60 digits before the point) are not read.
        return value >= 10n ** BigInt(60 + places) || (read?.value === value && read.decimals === places)
      }),
      runs,
    )
    expect(balanceOf(token('6', '1.23456789'))).toEqual({ value: 1234567n, decimals: 6 })
    expect(balanceOf(token('6', '2'))).toEqual({ value: 2000000n, decimals: 6 })
  })

  it('has at most 36 decimals, and no invalid ones', () => {
    expect(decimalsOf(token('36', '1'))).toBe(36)
    expect(decimalsOf(token('37', '1'))).toBeUndefined()
    expect(decimalsOf(token('1e1', '1'))).toBeUndefined()
    expect(balanceOf(token('37', '1'))).toBeUndefined()
  })

  it("names its contract, except for the native currency's placeholder address", () => {
    expect(contractOf({ address: 'eip155:1:0xdAC17F958D2ee523a2206206994597C13D831ec7' })).toBe(
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    )
    expect(contractOf({ address: `eip155:1:0x${'e'.repeat(40)}` })).toBeUndefined()
    expect(contractOf({ address: `solana:local:So${'1'.repeat(41)}` })).toBeUndefined()
    // Wrapped SOL is sent like every other token.
    expect(contractOf({ address: `solana:local:So${'1'.repeat(40)}2` })).toBe(`So${'1'.repeat(40)}2`)
    expect(contractOf({})).toBeUndefined()
  })
})

describe('a value in USD', () => {
  it('is exact, and missing without a price', () => {
    expect(worth({ value: 250_000_000_000_000_000n, decimals: 18 }, 3412.08)).toEqual({
      value: 85302n * 10n ** 18n,
      decimals: 20,
    })
    expect(worth({ value: 1n, decimals: 0 }, 0)).toBeUndefined()
    expect(worth({ value: 1n, decimals: 0 }, undefined)).toBeUndefined()
    expect(worth({ value: 10n ** 9n, decimals: 0 }, 1e-7)).toEqual({ value: 10n ** 9n, decimals: 7 })
  })

  it('of a balance is computed from its price [S3.balance.06]', () => {
    const entry = {
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: 'eip155:1',
      address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      price: 0.5,
      quantity: { decimals: '6', numeric: '12.5' },
      iconUrl: '',
    }
    const read = (price: number) => {
      const token = parseTokenBalance({ ...entry, price })
      const balance = token && balanceOf(token)
      return balance && worth(balance, token.price)
    }
    expect(plainText(read(0.5) ?? { value: 0n, decimals: 0 })).toBe('6.25')
    expect(plainText(read(2) ?? { value: 0n, decimals: 0 })).toBe('25')
    expect(read(0)).toBeUndefined()
  })

  it('is rounded up to cents for costs, never down', () => {
    fc.assert(
      fc.property(units, decimals, (value, places) => {
        const cents = ceilCents({ value, decimals: places })
        if (places <= 2) return cents.value === value && cents.decimals === places
        const step = 10n ** BigInt(places - 2)
        return cents.value * step >= value && (cents.value - 1n) * step < value
      }),
      runs,
    )
  })

  it('can be added up from amounts with different decimals', () => {
    expect(add({ value: 15n, decimals: 1 }, { value: 1n, decimals: 3 })).toEqual({ value: 1501n, decimals: 3 })
  })
})
