import type { Rpc } from '../../http/rpc.ts'
import type { TransactionReceipt } from '../adapter.ts'
import { isHash } from './provider.ts'

/** ms between two looks (spec section 9). */
export const POLLING_INTERVAL = 4_000

/**
 * Looks for a transaction's receipt at once and then every {@link POLLING_INTERVAL}, until it is in a block. There is no
 * time-out, because a transaction may wait for days; `signal` ends it, rejecting with its reason. A look that fails is
 * no news about the transaction: the next one is made all the same.
 */
export async function waitForReceipt(
  rpc: Rpc,
  hash: string,
  { signal, interval = POLLING_INTERVAL }: { signal?: AbortSignal; interval?: number } = {},
): Promise<TransactionReceipt> {
  if (!isHash(hash)) throw new Error('This is no transaction hash')
  for (;;) {
    signal?.throwIfAborted()
    const asked = { method: 'eth_getTransactionReceipt', params: [hash], ...(signal ? { signal } : {}) }
    const receipt = parseReceipt(await rpc.request(asked).catch(() => undefined), hash)
    if (receipt) return receipt
    await pause(interval, signal)
  }
}

/** `undefined` for null (not mined yet), another transaction's receipt, and one without a status. */
function parseReceipt(answer: unknown, hash: string): TransactionReceipt | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { status, transactionHash } = answer as { status?: unknown; transactionHash?: unknown }
  if (typeof transactionHash !== 'string' || transactionHash.toLowerCase() !== hash.toLowerCase()) return undefined
  if (status !== '0x1' && status !== '0x0') return undefined
  return { status: status === '0x1' ? 'success' : 'reverted', hash }
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  })
