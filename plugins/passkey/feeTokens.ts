/** The tokens in which the site lets visitors pay fees, and what the chain says about them. */
import { cleanText } from 'walletkit/plugin'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { parseBytes, parseQuantity, type Rpc } from './rpc.ts'

/**
 * `balance`: what the account has, in base units. `decimals` and `symbol` are the contract's, as the bundler's node
 * says; `judge.ts` compares them with the site's own node.
 */
export type FeeToken = { address: Hex; symbol: string; decimals: number; balance: bigint }

/** The most tokens of a network that a review offers. Each costs a few requests before the visitor may confirm. */
const MOST = 4

/** The most characters that a review shows of a token's symbol, which can be of any length. */
export const LONGEST_SYMBOL = 12

/**
 * The network's tokens in the option `feeTokens`. Skips malformed entries: a page may pass its own config at run time.
 */
export function feeTokensOn(given: unknown, chainId: number): Hex[] {
  const texts = (Array.isArray(given) ? (given as unknown[]) : []).filter((each) => typeof each === 'string')
  const found = texts.flatMap((text) => {
    const [, id, address] = /^eip155:(\d{1,16})\/erc20:(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
    return address !== undefined && Number(id) === chainId ? [getAddress(address.toLowerCase())] : []
  })
  return [...new Set(found)].slice(0, MOST)
}

const call = async (rpc: Rpc, to: Hex, data: Hex): Promise<Hex> =>
  parseBytes(await rpc('eth_call', [{ to, data }, 'latest']))

/** How much of the token `spender` may take from the account (its ERC-20 allowance), in base units. */
export const allowanceOf = async (rpc: Rpc, token: Hex, account: Hex, spender: Hex): Promise<bigint> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  return parseQuantity(await call(rpc, token, data))
}

/** Reads the symbol, decimals and balance. Rejects if the contract does not answer as an ERC-20 token does. */
export async function readFeeToken(rpc: Rpc, address: Hex, account: Hex): Promise<FeeToken> {
  const [balance, decimals, name] = await Promise.all([
    call(rpc, address, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })),
    call(rpc, address, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
    call(rpc, address, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })),
  ])
  const symbol = cleanText(decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data: name }), LONGEST_SYMBOL)
  if (symbol === '') throw new TypeError(`${address} has no symbol`)
  const places = decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals })
  return { address, symbol, decimals: places, balance: parseQuantity(balance) }
}
