/**
 * Checks an exchange service: its tokens, its gas price, and a quote, which has to pass the swap's own checks. Signs
 * and sends nothing.
 */
import createApiProvider from '../../../plugins/swaps/api.ts'
import type { SwapOrder } from '../../../plugins/swaps/check.ts'
import { readQuote } from '../../../plugins/swaps/quote.ts'
import { contractOf } from '../../../plugins/swaps/tokens.ts'
import type { Check, Keys } from './check.ts'
import { ADDRESS, apiOf, chainOf, liveKit, PROJECT_ID } from './liveKit.ts'

/** The address with which the exchange's API names a network's own currency. There is no contract at it. */
const NATIVE = `0x${'e'.repeat(40)}`
const DOLLARS = ['USDC', 'USDT']

async function quoteOnce(keys: Keys): Promise<void> {
  const chainId = chainOf(keys)
  const provider = createApiProvider(apiOf(liveKit(keys)))(() => keys[PROJECT_ID])
  const tokens = await provider.tokens(chainId)
  const source = tokens.find((token) => contractOf(token).toLowerCase() === NATIVE)
  const target = tokens.find(({ symbol }) => DOLLARS.includes(symbol)) ?? tokens.find((token) => token !== source)
  if (!source || !target) throw new Error(`The exchange lists no pair with the network’s currency on ${chainId}`)
  const order: SwapOrder = {
    chainId,
    caipAddress: `${chainId}:${ADDRESS}`,
    account: ADDRESS,
    source,
    target,
    isNative: true,
    amount: 10n ** BigInt(source.decimals) / 10n,
    slippage: 1,
  }
  await readQuote({ provider, state: { gasFee: await provider.gasPrice(chainId) } }, order)
}

export const exchange: Check = { name: 'exchange', needs: [PROJECT_ID], run: quoteOnce }
