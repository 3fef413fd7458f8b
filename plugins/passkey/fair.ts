/**
 * Judges a fee in tokens by other sources than the bundler and the paymaster, which may belong to one company: the site's
 * own node says what the token is, and the kit's prices what the same gas costs in the network's currency.
 */
import { cleanText, type PluginKit } from 'walletkit/plugin'
import { LONGEST_SYMBOL } from './feeTokens.ts'
import { soon } from './siteNode.ts'
import type { TokenFee } from './tokenFee.ts'

/** A fee in tokens that is worth more than this many times the gas is refused. */
const TIMES = 10

type Judge = Pick<PluginKit, 'network' | 'fetchNativePrice' | 'fetchBalances'> & {
  chain: Pick<PluginKit['chain'], 'getToken'>
}

/** Whether the site's node calls the token the same, with the same decimals. With 18 for 6, a fee would look like nothing. */
async function isSame({ chain }: Judge, { address, symbol, decimals }: TokenFee['token']): Promise<boolean> {
  const own = await soon(chain.getToken(address))
  return own?.decimals === decimals && cleanText(own.symbol, LONGEST_SYMBOL) === symbol
}

/** US dollars for one unit of the currency and of the token. Without both, there is no answer. */
async function pricesOf(kit: Judge, chainId: number, token: string) {
  const [native, balances] = await Promise.all([kit.fetchNativePrice(), kit.fetchBalances()])
  const found = balances.find(({ address }) => address?.toLowerCase() === `eip155:${chainId}:${token}`.toLowerCase())
  return native && found?.price ? { native, token: found.price } : undefined
}

/**
 * Whether a fee in tokens may be offered: the site's node confirms the token, and the fee is not far above `cost`, the most
 * that the gas can cost in wei. Where a price is missing or does not come within 3 s, the review's own figures are all there
 * is. False for another network than the active one, about which the site's node is not asked. Never rejects.
 */
export async function isFair(kit: Judge, chainId: number, { token, most }: TokenFee, cost: bigint): Promise<boolean> {
  const network = kit.network()
  if (network?.chainNamespace !== 'eip155' || Number(network.id) !== chainId) return false
  const [isConfirmed, prices] = await Promise.all([isSame(kit, token), soon(pricesOf(kit, chainId, token.address))])
  if (!isConfirmed) return false
  if (!prices) return true
  const value = (amount: bigint, decimals: number, price: number) => (Number(amount) / 10 ** decimals) * price
  return value(most, token.decimals, prices.token) <= TIMES * value(cost, 18, prices.native)
}
