/** Finds tokens that were sent to many accounts so that their names lead somebody to a page. */
import type { TokenBalance } from '../contracts/tokenBalance.ts'

/** The name of a host, as in `reward.example`: a token that has a market has another name, or a price. */
const HOST = /(?:^|[^\p{L}\d.-])(?:[a-z\d-]+\.)+[a-z]{2,}(?![\p{L}\d-])/iu
const LURE = /https?:|www\.|\b(?:claim|airdrop|reward|voucher|visit|bonus|giveaway)\b/iu

type Named = Pick<TokenBalance, 'name' | 'symbol' | 'address'> & {
  /** USD for one unit; 0: the service knows the token but no price; `undefined`: nobody was asked. */
  price: number | undefined
}

/**
 * Whether a token's name or symbol promises something, or names a page although the token has no price. With a price, and
 * for the network's own currency, which has no address, the answer is no. While the price is unknown, the name of a page
 * alone does not count, because honest tokens have one too (`yearn.finance`).
 *
 * @example
 * ```ts
 * import { isSpamToken } from 'walletkit/plugin'
 *
 * const address = 'eip155:1:0x7296C9D7BDE647261577Ef8bb62F0c0B85B57154'
 * isSpamToken({ name: 'Claim 5000 USDC at reward.example', symbol: 'CLAIM', address, price: 0 }) // true
 * isSpamToken({ name: 'yearn.finance', symbol: 'YFI', address, price: undefined }) // false
 * ```
 */
export function isSpamToken({ name, symbol, address, price }: Named): boolean {
  if (address === undefined || (price !== undefined && price > 0)) return false
  return [name, symbol].some((text) => LURE.test(text) || (price !== undefined && HOST.test(text)))
}
