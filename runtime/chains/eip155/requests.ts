/**
 * Requests that few pages make: typed data, tokens for the wallet's list, and batches. Loads with the first of them.
 */
import type { Adapter } from '../../contracts/adapter.ts'
import type { CallsStatus, WatchedAsset } from '../../contracts/requests.ts'
import { mayAsk } from '../../connectors/methods.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import { isHash } from '../../lib/abi.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { AnswerError, type Eip1193Provider, toHex } from './provider.ts'
import { toTransactionError } from './transactionError.ts'

export async function signTypedData(wallet: Eip1193Provider, address: string, json: string): Promise<string> {
  const method = 'eth_signTypedData_v4'
  const signature = await wallet.request({ method, params: [address, json] })
  if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature)) throw new AnswerError(method, signature)
  return signature
}

/** Asks the wallet to list a token (EIP-747). Unlike in other methods, `params` is an object, not a list. */
export async function watchAsset(wallet: Eip1193Provider, options: WatchedAsset): Promise<boolean> {
  const method = 'wallet_watchAsset'
  const answer = await wallet.request({ method, params: { type: 'ERC20', options } })
  if (typeof answer !== 'boolean') throw new AnswerError(method, answer)
  return answer
}

type Batch = Parameters<NonNullable<Adapter['sendCalls']>>[2]

/**
 * Sends a batch (EIP-5792), and resolves with its id. Wallets with EIP-5792's first version answer with the id alone,
 * others with `{ id }`.
 */
export async function sendCalls(
  wallet: Eip1193Provider,
  { from, chain, calls, isAtomic, paymaster }: Batch,
): Promise<string> {
  const method = 'wallet_sendCalls'
  const batch = {
    version: '2.0.0',
    from,
    chainId: toHex(Number(chain.id)),
    atomicRequired: isAtomic,
    // `optional`: if the paymaster declines, the wallet shows the visitor the fee instead of failing.
    ...(paymaster !== undefined && { capabilities: { paymasterService: { url: paymaster, optional: true } } }),
    // MetaMask refuses a batch with empty data.
    calls: calls.map(({ to, value = 0n, data = '0x' }) => ({
      to,
      value: toHex(value),
      ...(data !== '0x' && { data }),
    })),
  }
  const answer = await wallet.request({ method, params: [batch] }).catch((error: unknown) => {
    throw toTransactionError(error)
  })
  const id = isRecord(answer) ? answer['id'] : answer
  if (typeof id !== 'string' || !id) throw new AnswerError(method, answer)
  return id
}

/**
 * Asks the wallet for the status of a batch (EIP-5792). Throws code 4200, without asking, if a remote session lacks the
 * method: its refusal would open the modal and cancel signatures that wait for the visitor.
 */
export async function getCallsStatus(wallet: Eip1193Provider, id: string): Promise<CallsStatus> {
  const method = 'wallet_getCallsStatus'
  if (!mayAsk(wallet, method))
    throw Object.assign(new Error('The wallet does not report on batches'), { code: RPC_CODES.unsupportedMethod })
  const answer = await wallet.request({ method, params: [id] })
  const status = isRecord(answer) ? statusOf(answer['status']) : undefined
  if (!isRecord(answer) || !status) throw new AnswerError(method, answer)
  const list: readonly unknown[] = Array.isArray(answer['receipts']) ? answer['receipts'] : []
  const receipts = list.filter(isRecord)
  const hashes = receipts.flatMap(({ transactionHash }) => (isHash(transactionHash) ? transactionHash : []))
  const failed = receipts.filter((each) => isFailed(each['status'])).length
  // By EIP-5792's first version, a confirmed batch may have failed: only the wallet's receipts tell. The chain's own
  // receipt does not: a smart account's operation may fail in a transaction that succeeds.
  if (status === 'confirmed' && failed) return { status: failed === receipts.length ? 'failed' : 'partly', hashes }
  return { status, hashes }
}

const isFailed = (status: unknown) => status === 0 || (typeof status === 'string' && /^0x0*$/.test(status))

/** The status of a batch, from a code of EIP-5792 (its hundreds decide: 200 to 299 mean confirmed) or an older text. */
function statusOf(status: unknown): CallsStatus['status'] | undefined {
  if (status === 'PENDING') return 'pending'
  if (status === 'CONFIRMED') return 'confirmed'
  if (typeof status !== 'number') return undefined
  const kinds: Readonly<Record<number, CallsStatus['status']>> = {
    1: 'pending',
    2: 'confirmed',
    4: 'failed',
    5: 'failed',
    6: 'partly',
  }
  return kinds[Math.floor(status / 100)]
}
