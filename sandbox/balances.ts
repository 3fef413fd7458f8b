import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  hexToBigInt,
  isAddress,
  pad,
  type Hex,
} from 'viem'
import { nativeAddress, nativeCurrency } from './chains.ts'
import { dataUri, tokenImage } from './images.ts'
import type { Call, EvmNode, Outcome } from './node.ts'
import { valueOf, type PriceBook } from './prices.ts'
import { Refusal } from './refusal.ts'

/**
 * One balance, as the balance endpoint returns it. `address` is CAIP-10 and absent for the native currency. `quantity`
 * is exact; `price` and `value` are US dollars and, as JSON numbers, for display only.
 */
export type Balance = {
  name: string
  symbol: string
  chainId: string
  address?: string
  value: number
  price: number
  quantity: { decimals: string; numeric: string }
  iconUrl: string
}

type Metadata = { name: string; symbol: string; decimals: number }

/** keccak256 of `Transfer(address,address,uint256)` (EIP-20). */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Each token's metadata, by node and address. It never changes, so each token is read once. */
const known = new WeakMap<EvmNode, Map<Hex, Metadata>>()

/** Returns an EVM address with its checksum. Throws a 400 {@link Refusal} when the text is not one. */
export function parseAddress(text: string): Hex {
  if (!isAddress(text, { strict: false })) throw new Refusal(400, 'address', 'Not an EVM address')
  return getAddress(text)
}

/**
 * Every contract of which the owner ever received tokens, in the order of the first receipt. They are found in the
 * chain's logs, not in a list of tokens.
 */
async function findTokens(node: EvmNode, owner: Hex): Promise<Hex[]> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic, null, pad(owner, { size: 32 })] }
  const logs = (await node.request('eth_getLogs', [filter])) as { address: string; topics: string[] }[]
  // A fourth topic is a token id, so this is an NFT transfer (EIP-721), not a balance.
  const fungible = logs.filter((log) => log.topics.length === 3)
  return [...new Set(fungible.map((log) => getAddress(log.address)))]
}

const call = (to: Hex, data: Hex): Call => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })

/**
 * Decodes a call's result with `read`. Returns undefined when the call failed or its result has another form: the
 * contract is not a token then.
 */
function decode<Value>(outcome: Outcome | undefined, read: (data: Hex) => Value): Value | undefined {
  try {
    return read(outcome?.result as Hex)
  } catch {
    return undefined
  }
}

const abi = erc20Abi
const toName = (data: Hex) => decodeFunctionResult({ abi, functionName: 'name', data })
const toSymbol = (data: Hex) => decodeFunctionResult({ abi, functionName: 'symbol', data })
const toDecimals = (data: Hex) => decodeFunctionResult({ abi, functionName: 'decimals', data })
const toAmount = (data: Hex) => decodeFunctionResult({ abi, functionName: 'balanceOf', data })

/** The metadata of these contracts, and of those read before, by address. Contracts that are not tokens are absent. */
export async function readMetadata(node: EvmNode, addresses: Hex[]): Promise<Map<Hex, Metadata>> {
  const seen = known.get(node) ?? new Map<Hex, Metadata>()
  known.set(node, seen)
  const unknown = addresses.filter((address) => !seen.has(address))
  const reads = ['name', 'symbol', 'decimals'] as const
  const outcomes = await node.batch(
    unknown.flatMap((to) => reads.map((functionName) => call(to, encodeFunctionData({ abi, functionName })))),
  )
  for (const [index, address] of unknown.entries()) {
    const [first, second, third] = outcomes.slice(index * 3)
    const name = decode(first, toName)
    const symbol = decode(second, toSymbol)
    const decimals = decode(third, toDecimals)
    if (name !== undefined && symbol !== undefined && decimals !== undefined) {
      seen.set(address, { name, symbol, decimals })
    }
  }
  return seen
}

/**
 * Builds a balance. `chainId` is CAIP-2, `amount` is in the smallest unit, `price` is US dollars per whole token.
 * Without `address` it is the balance of the native currency.
 */
export function balanceOf(
  chainId: string,
  metadata: Metadata,
  amount: bigint,
  price: string,
  address?: string,
): Balance {
  const { name, symbol, decimals } = metadata
  return {
    name,
    symbol,
    chainId,
    ...(address && { address: `${chainId}:${address}` }),
    value: Number(valueOf(price, amount, decimals)),
    price: Number(price),
    quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
    iconUrl: dataUri(tokenImage(symbol)),
  }
}

/**
 * An address's current balances on one chain: the native currency first, then tokens in the order in which the owner
 * first received them. Leaves out balances of 0.
 */
export async function readBalances(node: EvmNode, owner: Hex, prices: PriceBook): Promise<Balance[]> {
  const addresses = await findTokens(node, owner)
  const metadata = await readMetadata(node, addresses)
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })
  const [native, ...held] = await node.batch([
    { method: 'eth_getBalance', params: [owner, 'latest'] },
    ...addresses.map((to) => call(to, data)),
  ])
  const balances: Balance[] = []
  const ether = decode(native, hexToBigInt) ?? 0n
  if (ether > 0n)
    balances.push(
      balanceOf(node.caipNetworkId, nativeCurrency, ether, prices.of(`${node.caipNetworkId}:${nativeAddress}`)),
    )
  for (const [index, address] of addresses.entries()) {
    const amount = decode(held[index], toAmount)
    const about = metadata.get(address)
    if (about && amount)
      balances.push(
        balanceOf(node.caipNetworkId, about, amount, prices.of(`${node.caipNetworkId}:${address}`), address),
      )
  }
  return balances
}
