/**
 * Judges a fee in tokens by other sources than the bundler and the paymaster, which may belong to one company: the
 * site's own node says what the token is and what gas usually costs, and the kit's prices what both are worth.
 */
import { cleanText, type PluginKit } from 'walletkit/plugin'
import { passkeyError } from './errors.ts'
import { type FeeMark, markOf } from './fee.ts'
import { LONGEST_SYMBOL } from './feeTokens.ts'
import { askSite } from './siteNode.ts'
import type { TokenFee } from './tokenFee.ts'

/** A fee in tokens that is worth more than this many times the most that the gas can cost is refused. */
const TIMES = 10n

type Kit = Pick<PluginKit, 'network' | 'fetchNativePrice' | 'fetchBalances'> & {
  chain: Pick<PluginKit['chain'], 'getToken'>
}
type Token = TokenFee['token']

/** `usual`: about the fee that is usual, in the token's base units; `feeMark`: why to point the fee out. */
export type Judgement = { usual?: bigint; feeMark?: FeeMark | undefined }

/**
 * Whether the site's own node confirms the token's symbol and decimals. If the bundler's node said 18 decimals for a
 * token with 6, the review would show a trillionth of the real fee.
 */
async function isSame(kit: Kit, chainId: number, { address, symbol, decimals }: Token): Promise<boolean> {
  const own = await askSite(kit, chainId, () => kit.chain.getToken(address))
  return own?.decimals === decimals && cleanText(own.symbol, LONGEST_SYMBOL) === symbol
}

/**
 * How many base units of the token are worth one wei, by the prices of the active network. `undefined` if a price is
 * not known, or if the rate is too small or too large to calculate with.
 */
async function rateOf(kit: Kit, chainId: number, { address, decimals }: Token): Promise<number | undefined> {
  const [native, balances] = await Promise.all([kit.fetchNativePrice(), kit.fetchBalances()])
  const id = `eip155:${chainId}:${address}`.toLowerCase()
  const price = balances.find((each) => each.address?.toLowerCase() === id)?.price
  if (!native || !price) return undefined
  const rate = (native / 1e18) * (10 ** decimals / price)
  return rate > 1e-60 && rate < 1e60 ? rate : undefined
}

/** A fee in tokens, and the figures in wei to compare it with. */
type Asked = {
  fee: TokenFee
  /** The most that the gas can cost, as the bundler names it. */
  cost: bigint
  /** The usual fee, by the site's own node. */
  usual: Promise<bigint | undefined>
}

/**
 * Compares a fee in tokens with the usual fee, as {@link markOf} compares a fee in the currency. If a price is missing
 * or does not come within 3 s, the result is `notCompared`. Rejects with PASSKEY_PAYMASTER if the site's node does not
 * confirm the token (it can do so only on the active network), or if the fee is far above `cost`. Rejects with
 * PASSKEY_FEE if `markOf` refuses the fee or `cost`.
 */
export async function judgeFee(kit: Kit, chainId: number, { fee, cost, usual: asked }: Asked): Promise<Judgement> {
  const { token, most } = fee
  const [isConfirmed, rate, usual] = await Promise.all([
    isSame(kit, chainId, token),
    askSite(kit, chainId, () => rateOf(kit, chainId, token)),
    asked,
  ])
  if (!isConfirmed) throw passkeyError('PASSKEY_PAYMASTER')
  // This throws if the gas cost that the bundler names is far too high. The check needs no token price.
  markOf(cost, usual)
  if (rate === undefined) return { feeMark: 'notCompared' }
  const worth = BigInt(Math.ceil(Number(most) / rate))
  if (worth > TIMES * cost) throw passkeyError('PASSKEY_PAYMASTER')
  const feeMark = markOf(worth, usual)
  return usual === undefined ? { feeMark } : { feeMark, usual: BigInt(Math.ceil(Number(usual) * rate)) }
}
