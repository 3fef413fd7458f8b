/**
 * Tests that every provider of swaps (plugins/swaps/provider.ts) must pass. Run them for yours with a real exchange.
 */
import { describe, expect, it } from 'vitest'
import { readApproval, readSwap } from '../../../plugins/swaps/callData.ts'
import { checkApproval, checkQuote, checkSwap, type SwapOrder } from '../../../plugins/swaps/check.ts'
import { minimumReceived } from '../../../plugins/swaps/fees.ts'
import type { SwapProvider } from '../../../plugins/swaps/provider.ts'
import { isSameAddress, type SwapToken } from '../../../plugins/swaps/tokens.ts'

export type Ground = {
  provider: SwapProvider
  /** CAIP-2 ids of a network that the provider serves, and of one that it does not. */
  chainId: string
  unknownChainId: string
  /** The plain address of an account that holds the token and has approved nothing. */
  account: string
  /**
   * The CAIP-10 addresses of the native currency, of a token that can be swapped for it, and of one without a market.
   */
  native: string
  token: string
  worthless: string
  /** The addresses of the exchange's contracts, in lower case. */
  routers: readonly string[]
}

/** Registers the tests. `ground` is called only while they run. */
// eslint-disable-next-line max-lines-per-function -- it holds tests, as a test file does
export function describeProvider(name: string, ground: () => Ground) {
  const find = async (address: string): Promise<SwapToken> => {
    const { provider, chainId } = ground()
    const found = (await provider.tokens(chainId)).find((each) => isSameAddress(each.address, address))
    if (!found) throw new Error(`${address} is not in the list`)
    return found
  }
  const orderOf = async (kind: 'native' | 'token'): Promise<SwapOrder> => {
    const { chainId, account, native, token } = ground()
    const isNative = kind === 'native'
    const [source, target] = [await find(isNative ? native : token), await find(isNative ? token : native)]
    const amount = 10n ** BigInt(Math.max(0, source.decimals - 1))
    return { chainId, account, caipAddress: `${chainId}:${account}`, source, target, isNative, amount, slippage: 1 }
  }
  const quote = async ({ amount, source, target }: SwapOrder) => {
    const { provider, account, chainId } = ground()
    const gasPrice = await provider.gasPrice(chainId)
    return provider.quote({ amount, userAddress: account, from: source.address, to: target.address, gasPrice })
  }

  describe(`${name}, as a provider of swaps`, () => {
    it('lists tokens of the network, each once, with decimals', async () => {
      const { provider, chainId } = ground()
      const tokens = await provider.tokens(chainId)
      expect(tokens.length).toBeGreaterThan(1)
      expect(new Set(tokens.map(({ address }) => address.toLowerCase())).size).toBe(tokens.length)
      for (const { address, decimals, chainId: own } of tokens) {
        expect([own, address.startsWith(`${chainId}:0x`)]).toEqual([chainId, true])
        expect(Number.isInteger(decimals)).toBe(true)
      }
    })

    it('knows a price of gas, and of what has a market', async () => {
      const { provider, chainId, native } = ground()
      expect(await provider.gasPrice(chainId)).toBeGreaterThan(0n)
      const prices = await provider.prices([native])
      expect(prices.find(({ address }) => isSameAddress(address, native))?.price).toBeGreaterThan(0)
    })

    it('refuses a network that it does not serve, in the words of the catalogue', async () => {
      const { provider, unknownChainId } = ground()
      await expect(provider.tokens(unknownChainId)).rejects.toThrow('Network not supported for Swaps')
      await expect(provider.gasPrice(unknownChainId)).rejects.toThrow('Network not supported for Gas Price')
    })

    it.each(['native', 'token'] as const)('quotes what was asked for, both ways: %s', async (kind) => {
      const order = await orderOf(kind)
      const found = await quote(order)
      if (!found) throw new Error('There is no quote')
      expect(() => checkQuote(order, found)).not.toThrow()
      const more = await quote({ ...order, amount: order.amount * 2n })
      expect(more?.toAmount).toBeGreaterThan(found.toAmount)
    })

    it('has no quote for what trades nowhere', async () => {
      const order = await orderOf('native')
      const { worthless } = ground()
      const target = { ...order.target, address: worthless }
      const found = await quote({ ...order, target }).catch(() => undefined)
      expect(found).toBeUndefined()
    })

    it('tells what was approved, and builds an approval of exactly the amount', async () => {
      const { provider, routers, token, native } = ground()
      const order = await orderOf('token')
      const asked = {
        tokenAddress: token,
        userAddress: order.caipAddress,
        sourceTokenAmount: '1',
        sourceTokenDecimals: 18,
      }
      expect(await provider.allowance(asked)).toBe(0n)
      for (const amount of [order.amount, 0n]) {
        const built = await provider.buildApproval({ userAddress: order.caipAddress, from: token, to: native, amount })
        expect(checkApproval(order, built, amount, routers).flags).toEqual([])
        expect(readApproval(built.data)?.amount).toBe(amount)
      }
    })

    it.each(['native', 'token'] as const)(
      'builds the swap that it quoted, with the slippage asked for: %s',
      async (kind) => {
        const { provider, routers } = ground()
        const order = await orderOf(kind)
        const { amount, caipAddress: userAddress, source, target } = order
        const quoted = (await quote(order))?.toAmount ?? 0n
        for (const slippage of [1, 0.5, 5]) {
          const ask = { amount, from: source.address, to: target.address, userAddress, slippage }
          const built = await provider.buildSwap(ask)
          const now = Date.now()
          const checked = checkSwap({ ...order, slippage }, built, { quoted, routers, now })
          expect(checked.flags).toEqual([])
          expect(readSwap(built.data)?.minimum).toBe(minimumReceived(checked.toAmount, slippage))
        }
      },
    )
  })
}
