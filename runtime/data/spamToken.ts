/** Recognises spam: tokens that were sent to many accounts so that their names lure people to a fraudulent page. */
import type { TokenBalance } from '../contracts/tokenBalance.ts'

/** A host's name within a text, such as `reward.example`. Honest tokens with such a name are traded, at a price. */
const HOST = /(?:^|[^\p{L}\d.-])(?:[a-z\d-]+\.)+[a-z]{2,}(?![\p{L}\d-])/iu
const LURE = /https?:|www\.|\b(?:claim|airdrop|reward|voucher|visit|bonus|giveaway)\b/iu

type Named = Pick<TokenBalance, 'name' | 'symbol' | 'address'> & {
  /**
   * US dollars for one unit. 0: the service knows no price. `undefined`: no service was asked, or it did not answer for
   * this token.
   */
  price: number | undefined
}

/**
 * Whether a token is likely spam: its name or symbol promises something ("claim", "airdrop"), or names a host although
 * the token has no price. Returns `false` for a token with a price, and for the network's own currency, which has no
 * address. While the price is unknown (`undefined`), a host's name alone does not count, because honest tokens have one
 * too (`yearn.finance`).
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
