import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxAmount, parseAmount } from '../../../runtime/lib/tokenAmount.ts'
import { isSwapChain, SWAP_CHAINS } from '../../../plugins/swaps/chains.ts'
import {
  estimateOutput,
  gasPriceInUSD,
  maxSlippage,
  minimumReceived,
  priceImpact,
  PROVIDER_FEE,
  providerFee,
  SLIPPAGE,
} from '../../../plugins/swaps/fees.ts'
import { impactLevel } from '../../../plugins/swaps/impact.ts'
import { type LabelFacts, swapLabel } from '../../../plugins/swaps/label.ts'
import { swapsMessages } from '../../../plugins/swaps/messages.ts'
import { readOptions } from '../../../plugins/swaps/options.ts'
import { SUGGESTED_TOKENS } from '../../../plugins/swaps/suggested.ts'
import { findToken, heldToken, listedToken, searchTokens } from '../../../plugins/swaps/tokens.ts'

describe('the swap networks', () => {
  it('include Ethereum, Arbitrum, Optimism, zkSync, Base [S9.swapchain.01] [S9.swapchain.02] [S9.swapchain.03] [S9.swapchain.04] [S9.swapchain.05]', () => {
    for (const id of [1, 42161, 10, 324, 8453]) expect(isSwapChain(`eip155:${id}`)).toBe(true)
  })
  it('include BNB, Polygon, Gnosis, Avalanche, Fantom [S9.swapchain.06] [S9.swapchain.07] [S9.swapchain.08] [S9.swapchain.09] [S9.swapchain.10]', () => {
    for (const id of [56, 137, 100, 43114, 250]) expect(isSwapChain(`eip155:${id}`)).toBe(true)
  })
  it('include Klaytn and Aurora, and no others beyond these twelve [S9.swapchain.11] [S9.swapchain.12] [S9.swapchain.13]', () => {
    const ids = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
    expect(SWAP_CHAINS.map((id) => Number(id.split(':')[1])).toSorted((a, b) => a - b)).toEqual(ids)
    expect(isSwapChain('eip155:11155111')).toBe(false)
    expect(isSwapChain('eip155:31337')).toBe(false)
    expect(isSwapChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe(false)
    expect(isSwapChain(undefined)).toBe(false)
  })
  it('include those that the config adds', () => {
    expect(isSwapChain('eip155:31337', ['eip155:31337'])).toBe(true)
  })
})

describe('swap amounts', () => {
  const amount = (value: bigint, decimals: number) => ({ value, decimals })

  it('estimate gas with 150,000 units: 1 gwei at 2000 is 0.3 [S9.swap.03]', () => {
    expect(gasPriceInUSD(10n ** 9n, 2000)).toBe(0.3)
    expect(gasPriceInUSD(10n ** 9n, 0)).toBeUndefined()
  })

  it('subtract 0.85 percent for the provider [S9.swap.02]', () => {
    const fee = (amount: string) => providerFee(amount, PROVIDER_FEE)
    expect(fee('100')).toBe('0.85')
    expect(fee('0.000000000000000001')).toBe('0.0000000000000000000085')
    expect(fee('')).toBe('0')
  })

  it('subtract what the config names for another provider', () => {
    expect(readOptions({ providerFee: 0.15 }).providerFee).toBe(0.15)
    expect(providerFee('100', 0.15)).toBe('0.15')
    expect(providerFee('100', 0)).toBe('0')
    expect(readOptions({ providerFee: 1e-7 }).providerFee).toBe(0)
    for (const wrong of [-1, 6, '0.15', Number.NaN]) expect(readOptions({ providerFee: wrong }).providerFee).toBe(0.85)
  })

  it('allow one percent of slippage, or what the config sets', () => {
    expect(SLIPPAGE).toBe(1)
    expect(maxSlippage(amount(100n, 0), SLIPPAGE)).toBe(1)
    expect(maxSlippage(amount(100n, 0), 0.5)).toBe(0.5)
    expect(minimumReceived(10_000n, 1)).toBe(9_900n)
    expect(minimumReceived(10_001n, 0.05)).toBe(9_995n)
  })

  it('round the minimum received down exactly, never up', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 5, max: 500 }), (received, points) => {
        const least = minimumReceived(received, points / 100)
        const exact = received * BigInt(10_000 - points)
        return least * 10_000n <= exact && exact < (least + 1n) * 10_000n
      }),
      { numRuns: 10_000 },
    )
  })

  it('compare both values for the price impact', () => {
    const impact = (before: bigint, after: bigint) =>
      priceImpact({ amount: amount(before, 2), price: 1 }, { amount: amount(after, 2), price: 1 })
    expect(impact(10_000n, 9_500n)).toBe(5)
    expect(impact(10_000n, 10_100n)).toBe(-1)
    expect(impact(0n, 5n)).toBeUndefined()
    expect(priceImpact({ amount: amount(1n, 0), price: 0 }, { amount: amount(1n, 0), price: 1 })).toBeUndefined()
    expect(
      priceImpact({ amount: amount(10n ** 18n, 18), price: 2500.5 }, { amount: amount(2_475_495_000n, 6), price: 1 }),
    ).toBeCloseTo(1, 9)
  })

  it('agree with rational arithmetic within a billionth', () => {
    const cents = fc.integer({ min: 1, max: 10 ** 9 })
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 24n), cents, cents, (paid, received, a, b) => {
        const [before, after] = [paid * BigInt(a), received * BigInt(b)]
        const own = priceImpact(
          { amount: amount(paid, 18), price: a / 100 },
          { amount: amount(received, 18), price: b / 100 },
        )
        const exact = Number(((before - after) * 100n * 10n ** 12n) / before) / 1e12
        return own !== undefined && Math.abs(own - exact) <= 1e-9 * Math.max(1, Math.abs(exact))
      }),
      { numRuns: 10_000 },
    )
  })

  it('can be estimated from prices alone', () => {
    const paid = { amount: amount(100n, 0), price: 1 }
    expect(estimateOutput(paid, { price: 2, decimals: 18 }, PROVIDER_FEE)).toBe('49.575')
    expect(estimateOutput(paid, { price: 3, decimals: 2 }, PROVIDER_FEE)).toBe('33.05')
    expect(estimateOutput(paid, { price: 0, decimals: 2 }, PROVIDER_FEE)).toBe('0')
    expect(estimateOutput(paid, { price: undefined, decimals: 2 }, PROVIDER_FEE)).toBe('0')
  })

  it('with Max never overspend or leave dust', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 27n), fc.bigInt(0n, 10n ** 19n), (balance, fee) => {
        const max = maxAmount(balance, fee)
        return max >= 0n && (max === 0n ? balance <= fee : max + fee === balance)
      }),
      { numRuns: 100_000 },
    )
  })

  it('are parsed by the amount grammar alone', () => {
    expect(parseAmount('1.5', 6)).toBe(1_500_000n)
    for (const text of ['', '.', '1e3', '-1', '1.0000001', '0x1', '١', '1 '])
      expect(parseAmount(text, 6)).toBeUndefined()
  })
})

describe('the price impact', () => {
  it('is shown from 3 percent, a warning from 5, needs a typed word from 10 and is blocked from 15', () => {
    const levels = [-4, 0, 2.999, 3, 4.999, 5, 9.999, 10, 14.999, 15, 100].map((each) => impactLevel(each))
    expect(levels).toEqual([
      ...['none', 'none', 'none', 'note', 'note', 'warn', 'warn', 'confirm', 'confirm', 'block', 'block'],
    ])
    expect(impactLevel(40, true)).toBe('confirm')
    expect(impactLevel(undefined)).toBe('unknown')
    expect(impactLevel(Number.NaN)).toBe('unknown')
  })
})

describe('the swap button', () => {
  const ready: LabelFacts = { fetchError: false, hasTokens: true, amount: 1n, inputError: undefined }
  const steps: [Partial<LabelFacts>, string][] = [
    [{ fetchError: true }, 'swap'],
    [{ hasTokens: false }, 'selectToken'],
    [{ amount: undefined }, 'enterAmount'],
    [{ inputError: 'Insufficient balance' }, 'inputError'],
    [{}, 'review'],
  ]
  it('names the first missing input, in a fixed order', () => {
    for (let from = 0; from < steps.length; from++) {
      const facts = steps.slice(from).reduceRight((all, [missing]) => ({ ...all, ...missing }), ready)
      expect(swapLabel(facts)).toBe(steps[from]?.[1])
    }
    expect(swapLabel({ ...ready, amount: 0n })).toBe('enterAmount')
    expect(swapsMessages['swaps.label.review']).toBe('Review swap')
    expect(swapsMessages['swaps.insufficient']).toBe('Insufficient balance')
  })
})

describe('swap tokens', () => {
  const balance = {
    name: 'Dollar',
    symbol: 'USDC',
    chainId: 'eip155:10',
    address: `eip155:10:0x${'a'.repeat(40)}`,
    value: 12.5,
    price: 1,
    quantity: { decimals: '6', numeric: '12.5' },
    iconUrl: 'https://img.example/usdc.png',
  } as const

  it('have balances with decimals, a logo and eip2612 false [S3.swaptoken.01] [S3.swaptoken.02] [S3.swaptoken.03]', () => {
    expect(heldToken(balance, undefined)).toEqual({
      ...balance,
      decimals: 6,
      logoUri: 'https://img.example/usdc.png',
      eip2612: false,
    })
  })

  it('use the configured address for the native currency', () => {
    const { address: _address, ...native } = balance
    expect(heldToken(native, 'eip155:10:0xeee')?.address).toBe('eip155:10:0xeee')
    expect(heldToken(native, undefined)).toBeUndefined()
    expect(heldToken({ ...balance, quantity: { decimals: '99', numeric: '1' } }, undefined)).toBeUndefined()
  })

  it('of a list are accepted only with an address of their network and valid decimals', () => {
    const entry = { name: 'A\u202eB', symbol: 'AB', address: balance.address, decimals: 6, logoUri: 'x', eip2612: true }
    expect(listedToken(entry, 'eip155:10')).toMatchObject({ name: 'AB', decimals: 6, logoUri: 'x', eip2612: true })
    expect(listedToken(entry, 'eip155:1')).toBeUndefined()
    for (const decimals of [-1, 37, 1.5, '6', undefined])
      expect(listedToken({ ...entry, decimals }, 'eip155:10')).toBeUndefined()
    for (const junk of [undefined, null, 7, 'x', {}, { ...entry, address: 'eip155:10:0x12' }])
      expect(listedToken(junk, 'eip155:10')).toBeUndefined()
  })

  it("are found by name, symbol and address, and a site's preselection matches addresses first", () => {
    const other = { ...balance, symbol: balance.address.slice(10), address: `eip155:10:0x${'b'.repeat(40)}` }
    const tokens = [balance, other].flatMap((each) => heldToken(each, undefined) ?? [])
    expect(searchTokens(tokens, 'doll')).toHaveLength(2)
    expect(searchTokens(tokens, ' usdc ')).toHaveLength(1)
    expect(searchTokens(tokens, 'BBBB')).toHaveLength(1)
    expect(findToken(tokens, balance.address.slice(10))?.symbol).toBe('USDC')
    expect(findToken(tokens, 'usdc')?.symbol).toBe('USDC')
    expect(findToken(tokens, 'nothing')).toBeUndefined()
    // Any token can have the same symbol. If there are two, only the address tells them apart.
    const copy = tokens.map((token, at) => ({
      ...token,
      symbol: 'USDC',
      address: `eip155:1:0x${String(at).repeat(40)}`,
    }))
    expect(findToken(copy, 'usdc')).toBeUndefined()
    expect(findToken(copy, `0x${'1'.repeat(40)}`)?.address).toBe(copy[1]?.address)
  })
})

describe('swap options', () => {
  it("suggest ETH, UNI, USDC, USDT, WBTC, DAI and others, or the config's list [S9.swap.05]", () => {
    expect(SUGGESTED_TOKENS).toEqual(expect.arrayContaining(['ETH', 'UNI', 'USDC', 'USDT', 'WBTC', 'DAI', 'LINK']))
    expect(readOptions({}).suggestedTokens).toEqual(SUGGESTED_TOKENS)
    expect(readOptions({ suggestedTokens: ['ABC', 7] }).suggestedTokens).toEqual(['ABC'])
  })
  it('contain one slippage, and invalid values are ignored', () => {
    expect(readOptions(true).slippage).toBe(1)
    expect(readOptions({ slippage: 0.5 }).slippage).toBe(0.5)
    for (const slippage of [0, 6, '1', Number.NaN]) expect(readOptions({ slippage }).slippage).toBe(1)
  })
})
