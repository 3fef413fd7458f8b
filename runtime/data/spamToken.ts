/** Tells tokens that anybody may have sent to an account so that its owner visits a page. */
import type { TokenBalance } from '../contracts/tokenBalance.ts'

/** The name of a host, as in `reward.example`: a token that has a market has another name, or a price. */
const HOST = /(?:^|[^\p{L}\d.-])(?:[a-z\d-]+\.)+[a-z]{2,}(?![\p{L}\d-])/iu
const LURE = /https?:|www\.|\b(?:claim|airdrop|reward|voucher|visit|bonus|giveaway)\b/iu

type Named = Pick<TokenBalance, 'name' | 'symbol' | 'address' | 'price'>

/** Whether a token without a price names a page or promises something. The network's own currency never is. */
export const isSpamToken = ({ name, symbol, address, price }: Named): boolean =>
  address !== undefined && !(price > 0) && [name, symbol].some((text) => LURE.test(text) || HOST.test(text))
