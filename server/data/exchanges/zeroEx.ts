/** 0x: the Swap API v2 with the AllowanceHolder contract (0x.org/docs, "Swap API", "AllowanceHolder"). */
import { isAddressEqual, zeroAddress } from 'viem'
import { ETHER } from '../../../sandbox/exchange/addresses.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf, type Fields, fieldsOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { addressOf, bytesOf, selectorOf, wordOf } from './call.ts'
import { checksummed, checkSwap, type Told } from './check.ts'
import type { Exchange, ExchangeService, Order, QuoteParams } from './exchange.ts'

const NAME = '0x'

/**
 * The contract that takes the source token. `issues.allowance` is null if the contract may already take enough, and
 * `allowanceTarget` is null for the native currency.
 */
const spenderOf = ({ allowanceTarget, issues }: Fields) =>
  checksummed(allowanceTarget) ?? checksummed(fieldsOf(fieldsOf(issues)['allowance'])['spender'])

/** `exec(operator, token, amount, target, data)` of AllowanceHolder (github.com/0xProject/0x-settler). */
const EXEC = '0x2213bc0b'
/** `execute((recipient, buyToken, minAmountOut), actions, zid)` of Settler (github.com/0xProject/0x-settler). */
const EXECUTE = '0x1fff991f'
/** The length of `0x`, the selector and the five words of `execute`, in characters. */
const EXECUTE_LENGTH = 10 + 5 * 64

/**
 * At the end, Settler pays its whole balance of `buyToken` to the recipient; it reverts if that is below the minimum.
 */
const readExecute = (call: string): Told => ({
  ...{ receiver: addressOf(call, 0), toToken: addressOf(call, 1), minimum: wordOf(call, 2) },
})

/**
 * What the call data says about the swap. Reads the call of AllowanceHolder, which lets Settler take the token and then
 * calls Settler, and the call of Settler, which swaps of the native currency may make directly. Settler's actions are
 * not read. Whether the contract is one of 0x's Settlers is not checked: only 0x's registry on the network could tell.
 *
 * Returns undefined for a call of any other contract: nothing of it is compared here. The page compares the called
 * contract with the routers that it knows.
 *
 * @throws SourceError if a swap of a token calls Settler directly, or if AllowanceHolder would call something else, or
 * let another contract take the token
 */
function readCall({ from }: Order, data: unknown): Told | undefined {
  const fail = (problem: string): never => {
    throw new SourceError(NAME, `built a swap ${problem}`)
  }
  const call = typeof data === 'string' ? data : ''
  const isNative = isAddressEqual(from, ETHER)
  const selector = selectorOf(call)
  if (selector === EXECUTE && !isNative) fail('that calls Settler, which must not be approved')
  if (selector === EXECUTE) return readExecute(call)
  if (selector !== EXEC) return undefined

  const inner = bytesOf(call, 4)
  if (inner === undefined || inner.length < EXECUTE_LENGTH || selectorOf(inner) !== EXECUTE)
    return fail('whose call data cannot be read')
  const [operator, token, target] = [addressOf(call, 0), addressOf(call, 1), addressOf(call, 3)]
  // If AllowanceHolder's token is the native currency or the zero address, nothing can be taken: ignore operator and
  // amount.
  if (isNative) return { ...readExecute(inner), fromToken: token === zeroAddress ? ETHER : token }
  if (operator?.toLowerCase() !== target?.toLowerCase()) fail('that lets another contract take the token')
  return { ...readExecute(inner), fromToken: token, fromAmount: wordOf(call, 2) }
}

export function zeroEx({ url, key = '' }: ExchangeService): Exchange {
  const ask = createOutbound({ name: NAME, url, headers: { '0x-api-key': key, '0x-version': 'v2' } })

  /**
   * Asks 0x for a price, or for a swap (`quote`).
   * @returns the fields of a swap, or undefined if there is no liquidity for it
   */
  async function read(path: 'price' | 'quote', params: QuoteParams, slippage?: bigint): Promise<Fields | undefined> {
    const { chainId, from, to, amount, user } = params
    const query = {
      ...{ chainId: String(chainId), sellToken: from, buyToken: to, sellAmount: String(amount), taker: user },
      // Without this, 0x wraps by calling the token itself, and pages reject a swap that calls a token.
      wrapUnwrapMode: 'settler',
      slippageBps: slippage === undefined ? undefined : String(slippage),
    }
    const fields = fieldsOf(await ask({ path: `/swap/allowance-holder/${path}`, query }))
    if (fields['liquidityAvailable'] === false) return undefined
    if (fields['liquidityAvailable'] !== true) throw new SourceError(NAME, 'does not say whether there is liquidity')
    return fields
  }

  const quote: Exchange['quote'] = async (params) => {
    const fields = await read('price', params)
    if (!fields) return undefined
    const toAmount = amountOf(fields['buyAmount'])
    if (toAmount === undefined || amountOf(fields['sellAmount']) !== params.amount)
      throw new SourceError(NAME, 'quoted another amount')
    return { toAmount, spender: spenderOf(fields) }
  }

  return {
    name: NAME,
    quote,
    spender: async (params) => (await quote(params))?.spender,
    async build(order) {
      const fields = await read('quote', order, order.slippage)
      if (!fields) return undefined
      const { to, data, value, gas, gasPrice } = fieldsOf(fields['transaction'])
      const { chainId, sellToken, buyToken, sellAmount = null, buyAmount, minBuyAmount = null } = fields
      return checkSwap(NAME, order, {
        ...{ to, data, value, gas, gasPrice, chainId, fromToken: sellToken, toToken: buyToken },
        ...{ fromAmount: sellAmount, toAmount: buyAmount, minimum: minBuyAmount, spender: spenderOf(fields) },
        call: readCall(order, data),
      })
    },
    check: async () => void (await ask({ path: '/swap/chains' })),
  }
}
