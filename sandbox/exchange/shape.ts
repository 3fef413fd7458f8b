/** The answers of the convert endpoints. README.md in this folder describes every field. */
import { encodeFunctionData, erc20Abi, keccak256, stringToHex, type Hex } from 'viem'
import { nativeAddress } from '../chains.ts'
import { ETHER } from './addresses.ts'
import type { QuoteParams } from './params.ts'

/** An upper limit for the gas of an ERC-20 approval. */
const APPROVE_GAS = 80_000n

export const caip10 = (chainId: number, address: Hex) =>
  `eip155:${chainId}:${address === ETHER ? nativeAddress : address}`

export type TokenEntry = { name: string; symbol: string; address: Hex; decimals: number; logoUri: string }

export const tokensReply = (chainId: number, tokens: readonly (TokenEntry & { eip2612?: boolean })[]) => ({
  tokens: tokens.map(({ address, eip2612 = false, name, symbol, decimals, logoUri }) => ({
    ...{ name, symbol, address: caip10(chainId, address), decimals, logoUri, eip2612 },
  })),
})

/**
 * The response with one quote. `toAmount` is its output in the smallest unit; if that is undefined or 0, the response
 * has no quote.
 */
export function quotesReply({ chainId, from, to, amount }: QuoteParams, toAmount: bigint | undefined) {
  if (!toAmount) return { quotes: [] }
  const [fromAccount, toAccount] = [caip10(chainId, from), caip10(chainId, to)]
  const told = { fromAmount: String(amount), fromAccount, toAmount: String(toAmount), toAccount }
  return { quotes: [{ id: keccak256(stringToHex(JSON.stringify(told))), ...told }] }
}

/**
 * The response of the gas price endpoint: the price itself, and two higher ones for faster transactions.
 * @param price wei per unit of gas
 */
export function gasPriceReply(price: bigint) {
  const times = (tenths: bigint) => String((price * tenths) / 10n)
  return { standard: times(10n), fast: times(12n), instant: times(15n) }
}

type Approval = { chainId: number; token: Hex; spender: Hex; amount: bigint; gasPrice: bigint }

export function approvalReply({ chainId, token, spender, amount, gasPrice }: Approval) {
  const address = caip10(chainId, token)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  return { tx: { from: address, to: address, data, value: '0', eip155: feesOf(APPROVE_GAS, gasPrice) } }
}

type Swap = {
  chainId: number
  user: Hex
  to: Hex
  data: Hex
  toAmount: bigint
  gas: bigint | undefined
  gasPrice: bigint | undefined
}

export const swapReply = ({ chainId, user, to, data, toAmount, gas, gasPrice }: Swap) => ({
  tx: {
    ...{ from: caip10(chainId, user), to: caip10(chainId, to), data, amount: String(toAmount) },
    eip155: feesOf(gas, gasPrice),
  },
})

const feesOf = (gas: bigint | undefined, gasPrice: bigint | undefined) => ({
  ...(gas !== undefined && { gas: String(gas) }),
  ...(gasPrice !== undefined && { gasPrice: String(gasPrice) }),
})
