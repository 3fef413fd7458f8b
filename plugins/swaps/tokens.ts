/** Tokens for swaps: the fields of a balance, plus decimals. */
import { amountOf, cleanText, isRecord, MAX_DECIMALS, parseDecimals, type TokenBalance } from 'walletkit/plugin'

export type SwapToken = Omit<TokenBalance, 'address'> & {
  /** The contract's CAIP-10 address; the native currency has its placeholder address, `0xeee…`. */
  address: string
  decimals: number
  logoUri: string
  eip2612: boolean
}

/**
 * Converts a balance to a token for swaps. `native` is the address for a balance that has none: the native currency.
 * `undefined` if the decimals are invalid.
 */
export function heldToken(balance: TokenBalance, native: string | undefined): SwapToken | undefined {
  const address = balance.address ?? native
  const decimals = parseDecimals(balance.quantity.decimals)
  if (address === undefined || decimals === undefined) return undefined
  return { ...structuredClone(balance), address, decimals, logoUri: balance.iconUrl, eip2612: false }
}

/**
 * Parses an entry of the swap service's token list, with a zero quantity; `undefined` if invalid or of another network.
 */
export function listedToken(entry: unknown, chainId: string): SwapToken | undefined {
  if (!isRecord(entry)) return undefined
  const { name, symbol, address, decimals, logoUri, eip2612 } = entry
  if (typeof name !== 'string' || typeof symbol !== 'string' || typeof address !== 'string') return undefined
  if (!address.startsWith(`${chainId}:`) || !/:0x[0-9a-f]{40}$/i.test(address)) return undefined
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    return undefined
  const image = typeof logoUri === 'string' ? logoUri : ''
  return {
    name: cleanText(name),
    symbol: cleanText(symbol, 32),
    chainId: chainId as SwapToken['chainId'],
    address,
    price: 0,
    quantity: { decimals: String(decimals), numeric: '0' },
    iconUrl: image,
    decimals,
    logoUri: image,
    eip2612: eip2612 === true,
  }
}

/** Whether two EVM addresses are the same: letter case makes no difference. */
export const isSameAddress = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase()

/** The contract of a token, without its CAIP-10 prefix. */
export const contractOf = ({ address }: Pick<SwapToken, 'address'>): string => address.split(':').at(-1) ?? ''

/** The account's tokens that the exchange lists with the same decimals, highest value first. */
export function heldOf(held: readonly SwapToken[], tokens: readonly SwapToken[]): SwapToken[] {
  const known = held.filter((each) =>
    tokens.some((token) => isSameAddress(token.address, each.address) && token.decimals === each.decimals),
  )
  return known.sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
}

export const bySymbol = (tokens: readonly SwapToken[], symbols: readonly string[]): SwapToken[] =>
  tokens.filter(({ symbol }) => symbols.includes(symbol))

/** The tokens whose name, symbol or address contains the text. */
export function searchTokens(tokens: readonly SwapToken[], text: string): SwapToken[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...tokens]
  return tokens.filter((token) =>
    [token.name, token.symbol, contractOf(token)].some((part) => part.toLowerCase().includes(wanted)),
  )
}

/** Finds a token by CAIP-10 address, by contract, or by a symbol that only one token has; else `undefined`. */
export function findToken(tokens: readonly SwapToken[], named: string | undefined): SwapToken | undefined {
  if (named === undefined) return undefined
  const found = tokens.find((token) => isSameAddress(token.address, named) || isSameAddress(contractOf(token), named))
  if (found) return found
  // Any token can copy a symbol: if two share one, only the address identifies a token.
  const symbols = tokens.filter(({ symbol }) => isSameAddress(symbol, named))
  return symbols.length === 1 ? symbols[0] : undefined
}

/** The balance of a token, in base units; zero if the account has none. */
export const balanceOf = (token: SwapToken, held: readonly SwapToken[]) =>
  amountOf(held.find(({ address }) => isSameAddress(address, token.address))?.quantity.numeric ?? '0', token.decimals)
