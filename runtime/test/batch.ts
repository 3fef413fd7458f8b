/** Batches of calls (EIP-5792) of an ordinary account: it delegates to a contract (EIP-7702), which makes the calls. */
import { encodeFunctionData, isAddress, isHex, parseAbi } from 'viem'
import { invalid, WalletError } from './errors.ts'
import type { Hex, TestChain } from './options.ts'
import { addressOf, askNode, clientOf } from './signer.ts'

/** The function that the contract must have, and allow the account itself to call. */
const ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

type Call = { target: Hex; value: bigint; data: Hex }
export type Batch = { from: unknown; chainId: number; calls: Call[] }

/** Parses the parameters of `wallet_sendCalls`. Throws -32602 for anything else. */
export function batchOf(params: readonly unknown[]): Batch {
  const { from, chainId, calls } = Object(params[0]) as Record<string, unknown>
  if (typeof chainId !== 'string' || !isHex(chainId)) throw invalid('chainId is not hex')
  if (!Array.isArray(calls) || !calls.length) throw invalid('calls is not a list of calls')
  return { from, chainId: Number(chainId), calls: calls.map(callOf) }
}

function callOf(given: unknown): Call {
  const { to, value = '0x0', data = '0x' } = Object(given) as Record<string, unknown>
  if (typeof to !== 'string' || !isAddress(to, { strict: false })) throw invalid('to is not an address')
  if (!isHex(value)) throw invalid('value is not hex')
  if (!isHex(data)) throw invalid('data is not hex')
  return { target: to, value: BigInt(value), data }
}

/** Delegates to the contract and sends all calls, in one transaction; resolves with its hash. */
export async function sendBatch(
  key: Hex,
  chain: TestChain,
  contractAddress: Hex,
  { calls }: Pick<Batch, 'calls'>,
): Promise<Hex> {
  const client = clientOf(key, chain)
  const authorization = await client.signAuthorization({ contractAddress, executor: 'self' })
  const data = encodeFunctionData({ abi: ABI, functionName: 'executeBatch', args: [calls] })
  return client.sendTransaction({ authorizationList: [authorization], to: addressOf(key), data })
}

/** The answer of `wallet_getCallsStatus`. Throws 5730 for a batch that the chain does not know. */
export async function statusOf(chain: TestChain, id: unknown): Promise<Record<string, unknown>> {
  const ask = async (method: string) => (isHash(id) ? askNode(chain, method, [id]) : undefined)
  const [receipt, sent] = await Promise.all([ask('eth_getTransactionReceipt'), ask('eth_getTransactionByHash')])
  if (!sent) throw new WalletError(5730, `There is no batch ${String(id)}`)
  const { status } = Object(receipt) as { status?: unknown }
  return {
    version: '2.0.0',
    id,
    chainId: `0x${chain.id.toString(16)}`,
    atomic: true,
    status: !receipt ? 100 : status === '0x1' ? 200 : 500,
    ...(receipt ? { receipts: [receipt] } : {}),
  }
}

const isHash = (id: unknown) => typeof id === 'string' && isHex(id) && id.length === 66
