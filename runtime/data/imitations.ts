/** Finds tokens that have the symbol of another, known token, or one that looks the same. */
import { addressKey, looksOf } from '../lib/lookAlike.ts'

/** `native` is the symbol of the network's own currency. `tokens` are the known tokens, with their plain addresses. */
export type KnownTokens = { native: string; tokens: readonly { symbol: string; address: string }[] }
/**
 * A token as a person sees it. Symbols that look the same have the same `looks`. `key` is the address for comparison;
 * `undefined` without an address.
 */
export type Shown = { looks: string; symbol: string; key: string | undefined }

export const shownOf = ({ symbol, address }: { symbol: string; address?: string | undefined }): Shown => ({
  looks: looksOf(symbol),
  symbol,
  key: address === undefined ? undefined : addressKey(address),
})

/** Returns a function that tells whether a token's symbol looks like a known one although it is not that token. */
export function judgeOf({ native, tokens }: KnownTokens) {
  const known = new Map<string, { symbols: Set<string>; addresses: Set<string> }>()
  const add = (symbol: string, address?: string) => {
    const entry = known.get(looksOf(symbol)) ?? { symbols: new Set(), addresses: new Set() }
    entry.symbols.add(symbol)
    if (address) entry.addresses.add(addressKey(address))
    known.set(looksOf(symbol), entry)
  }
  if (looksOf(native)) add(native)
  for (const { symbol, address } of tokens) if (looksOf(symbol)) add(symbol, address)
  return (token: Shown | undefined): boolean => {
    const like = token && known.get(token.looks)
    if (!like) return false
    // A token of which no address is known counts as an imitation only if its symbol is spelled with look-alike
    // letters.
    return token.key === undefined ? !like.symbols.has(token.symbol) : !like.addresses.has(token.key)
  }
}

/**
 * Returns a function that tells whether a token has the symbol of a known token, or one that looks the same, but
 * another contract. Addresses are plain, without their CAIP-10 prefix.
 *
 * @example
 * ```ts
 * import { imitationsOf } from 'walletkit/plugin'
 *
 * const address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
 * const imitates = imitationsOf({ native: 'ETH', tokens: [{ symbol: 'USDC', address }] })
 * imitates({ symbol: 'USDС', address: '0x7296C9D7BDE647261577Ef8bb62F0c0B85B57154' }) // true: a Cyrillic letter
 * imitates({ symbol: 'USDC', address }) // false
 * ```
 */
export function imitationsOf(known: KnownTokens): (token: { symbol: string; address?: string }) => boolean {
  const judge = judgeOf(known)
  return (token) => judge(shownOf(token))
}
