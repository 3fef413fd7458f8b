/** Compares a fee in tokens with what the same gas costs in the network's currency, at the prices that the kit knows. */
import type { PluginKit } from 'walletkit/plugin'
import type { TokenFee } from './tokenFee.ts'

/** A fee in tokens that is worth more than this many times the gas is refused. */
const TIMES = 10
/** The most ms to wait for the prices. */
const PATIENCE = 3_000

type Priced = Pick<PluginKit, 'account' | 'network' | 'fetchNativePrice' | 'fetchBalances'>

/** US dollars for one unit of the currency and of the token. Without both, there is no answer. */
async function pricesOf(kit: Priced, chainId: number, token: string) {
  const network = kit.network()
  if (network?.chainNamespace !== 'eip155' || Number(network.id) !== chainId) return undefined
  const [native, balances] = await Promise.all([kit.fetchNativePrice(), kit.fetchBalances()])
  const found = balances.find(({ address }) => address?.toLowerCase() === `eip155:${chainId}:${token}`.toLowerCase())
  return native && found?.price ? { native, token: found.price } : undefined
}

/**
 * Whether a fee in tokens is not far above `cost`, the most that the gas can cost in wei. True where a price is missing or
 * does not come within 3 s: then the review's own figures are all there is. Never rejects.
 */
export async function isFair(kit: Priced, chainId: number, { token, most }: TokenFee, cost: bigint): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  const asked = pricesOf(kit, chainId, token.address).catch(() => undefined)
  const prices = await Promise.race([asked, late])
  if (!prices) return true
  const value = (amount: bigint, decimals: number, price: number) => (Number(amount) / 10 ** decimals) * price
  return value(most, token.decimals, prices.token) <= TIMES * value(cost, 18, prices.native)
}
