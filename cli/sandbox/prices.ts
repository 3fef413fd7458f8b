import { formatUnits, parseUnits } from 'viem'
import { nativeAddress, nativeCurrency } from './chains.ts'
import { dataUri, tokenImage } from './images.ts'
import { Refusal } from './refusal.ts'
import type { Token } from './tokens.ts'

/** US dollars per whole token, as exact decimal strings. What is not listed has no market and is worth 0. */
const book: Readonly<Record<string, string>> = { ETH: '2500.5', DAI: '1', USDC: '1', USDT: '0.9995' }

const priceDecimals = 6

/** What the price endpoint says of one token; `price` is US dollars, a JSON number for display. */
export type Fungible = { name: string; symbol: string; iconUrl: string; price: number }

/** Prices by contract, never by symbol alone: a token that merely calls itself USDC has no price. */
export type PriceBook = {
  /** US dollars per whole token as an exact decimal string; `'0'` for what has no market. */
  of: (chainId: number, address: string) => string
  /** The answer to `POST /v1/fungible/price` for CAIP-10 addresses; unknown tokens are left out. */
  list: (caipAddresses: unknown) => Fungible[]
}

/** What an amount in the token's smallest unit is worth in US dollars, cut (not rounded up) to six decimals. */
export function valueOf(price: string, amount: bigint, decimals: number): string {
  return formatUnits((amount * parseUnits(price, priceDecimals)) / 10n ** BigInt(decimals), priceDecimals)
}

/** The price book over the deployed tokens and every chain's native currency. */
export function createPriceBook(tokens: readonly Token[], chainIds: readonly number[]): PriceBook {
  const key = (chainId: number | string, address: string) => `eip155:${chainId}:${address.toLowerCase()}`
  const market = new Map<string, { name: string; symbol: string; price: string }>()
  const add = (chainId: number, address: string, name: string, symbol: string, price = '0') =>
    market.set(key(chainId, address), { name, symbol, price })
  for (const id of chainIds) {
    add(id, nativeAddress, nativeCurrency.name, nativeCurrency.symbol, book[nativeCurrency.symbol])
  }
  for (const { chainId, address, name, symbol } of tokens) add(chainId, address, name, symbol, book[symbol])

  return {
    of: (chainId, address) => market.get(key(chainId, address))?.price ?? '0',
    list(caipAddresses) {
      if (!Array.isArray(caipAddresses)) throw new Refusal(400, 'addresses', 'A list of CAIP-10 addresses is expected')
      return caipAddresses.flatMap((caipAddress: unknown) => {
        const [, chainId, address] = /^eip155:(\d+):(0x[0-9a-fA-F]{40})$/.exec(String(caipAddress)) ?? []
        if (!chainId || !address) throw new Refusal(400, 'addresses', `Not a CAIP-10 address: ${String(caipAddress)}`)
        const found = market.get(key(chainId, address))
        if (!found) return []
        const { name, symbol, price } = found
        return [{ name, symbol, iconUrl: dataUri(tokenImage(symbol)), price: Number(price) }]
      })
    },
  }
}
