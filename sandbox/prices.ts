import { formatUnits, parseUnits } from 'viem'
import { nativeAddress, nativeCurrency } from './chains.ts'
import { dataUri, tokenImage } from './images.ts'
import { Refusal } from './refusal.ts'
import type { Token } from './tokens.ts'

/** US dollars per whole token, as exact decimal strings. A token that is not listed has no market and is worth 0. */
const book: Readonly<Record<string, string>> = {
  ETH: '2500.5',
  DAI: '1',
  USDC: '1',
  USDT: '0.9995',
  UNI: '7.25',
  WBTC: '65000.5',
  SOL: '150.25',
  SUSD: '1',
}

/** One US dollar in other currencies (ISO 4217), as exact decimal strings. */
const rates: Readonly<Record<string, string>> = {
  AUD: '1.52',
  BRL: '5.45',
  CAD: '1.37',
  CHF: '0.88',
  EUR: '0.92',
  GBP: '0.79',
  INR: '83.4',
  JPY: '151.25',
  KRW: '1375',
  TRY: '34.2',
  USD: '1',
}

const priceDecimals = 6

/** The price of one of the sandbox's own tokens in US dollars per whole token; '0' for a symbol without a price. */
export const priceOf = (symbol: string): string => book[symbol] ?? '0'

/**
 * A token in the price endpoint's response. `price` is in the currency of the request, a JSON number for display only.
 */
export type Fungible = { name: string; symbol: string; iconUrl: string; price: number }

/** Prices by contract, never by symbol alone: a token that merely calls itself USDC has no price. */
export type PriceBook = {
  /** US dollars per whole token as an exact decimal string; `'0'` for a token without a market. */
  of: (caipAddress: string) => string
  /**
   * The response of `POST /v1/fungible/price` for CAIP-10 addresses, in a currency (ISO 4217, in any case). Unknown
   * tokens are left out. `rates` has the value of one US dollar in each currency. Throws a 400 {@link Refusal} for an
   * unknown currency or a malformed address.
   */
  list: (caipAddresses: unknown, currency?: unknown) => { currency: string; rates: typeof rates; fungibles: Fungible[] }
}

/** The value in US dollars of an amount in the token's smallest unit, rounded down to six decimals. */
export function valueOf(price: string, amount: bigint, decimals: number): string {
  return formatUnits((amount * parseUnits(price, priceDecimals)) / 10n ** BigInt(decimals), priceDecimals)
}

/** A token or native currency that may have a price, with its CAIP-10 address. */
export type Priced = { caipAddress: string; name: string; symbol: string }

/** The key of an address in the book: in lower case for EVM addresses, whose case does not matter. */
const keyOf = (caipAddress: string) => (caipAddress.startsWith('eip155:') ? caipAddress.toLowerCase() : caipAddress)

const caip10 = /^(eip155:\d+:0x[0-9a-fA-F]{40}|solana:\w{32}:[1-9A-HJ-NP-Za-km-z]{32,44})$/

/** The deployed tokens and every EVM chain's native currency. */
export function evmPriced(tokens: readonly Token[], chainIds: readonly number[]): Priced[] {
  const at = (chainId: number, address: string) => `eip155:${chainId}:${address}`
  const { name, symbol } = nativeCurrency
  return [
    ...chainIds.map((id) => ({ caipAddress: at(id, nativeAddress), name, symbol })),
    ...tokens.map(({ chainId, address, ...token }) => ({ caipAddress: at(chainId, address), ...token })),
  ]
}

/** A price book for these tokens. */
export function createPriceBook(priced: readonly Priced[]): PriceBook {
  const market = new Map(priced.map((each) => [keyOf(each.caipAddress), { ...each, price: priceOf(each.symbol) }]))
  return {
    of: (caipAddress) => market.get(keyOf(caipAddress))?.price ?? '0',
    list(caipAddresses, wanted = 'usd') {
      const currency = String(wanted).toUpperCase()
      const rate = Object.hasOwn(rates, currency) ? rates[currency] : undefined
      if (rate === undefined)
        throw new Refusal(400, 'currency', `The sandbox quotes in ${Object.keys(rates).join(', ')}`)
      if (!Array.isArray(caipAddresses)) throw new Refusal(400, 'addresses', 'A list of CAIP-10 addresses is expected')
      const fungibles = caipAddresses.flatMap((caipAddress: unknown) => {
        const text = String(caipAddress)
        if (!caip10.test(text)) throw new Refusal(400, 'addresses', `Not a CAIP-10 address: ${text}`)
        const found = market.get(keyOf(text))
        if (!found) return []
        const { name, symbol, price } = found
        return [{ name, symbol, iconUrl: dataUri(tokenImage(symbol)), price: Number(price) * Number(rate) }]
      })
      return { currency: currency.toLowerCase(), rates, fungibles }
    },
  }
}
