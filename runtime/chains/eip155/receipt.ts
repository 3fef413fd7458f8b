import type { Rpc } from '../../http/rpc.ts'
import type { TransactionReceipt } from '../../contracts/adapter.ts'
import { isHash } from '../../lib/abi.ts'
import { TransactionError } from './transactionError.ts'
import { pause } from '../../lib/wait.ts'

/** Milliseconds between two polls. */
export const POLLING_INTERVAL = 4_000

export type Wait = {
  signal?: AbortSignal
  interval?: number
  /** How long to wait, in ms. If absent, polls indefinitely, because a transaction can be pending for days. */
  timeout?: number
}

/**
 * Polls for a transaction's receipt, at once and then every {@link POLLING_INTERVAL}, until the transaction is in a
 * block. Rejects with the reason of `signal` when it aborts, and with a {@link TransactionError} after `timeout`. Keeps
 * polling if a request fails, because that says nothing about the transaction.
 */
export async function waitForReceipt(
  rpc: Rpc,
  hash: string,
  { timeout, ...wait }: Wait = {},
): Promise<TransactionReceipt> {
  if (!isHash(hash)) throw new Error('Invalid transaction hash')
  if (timeout === undefined) return look(rpc, hash, wait)
  const ended = new AbortController()
  const end = () => ended.abort(wait.signal?.reason)
  const timer = setTimeout(() => ended.abort(new TransactionError('waitTimeout')), timeout)
  wait.signal?.addEventListener('abort', end)
  if (wait.signal?.aborted) end()
  try {
    return await look(rpc, hash, { ...wait, signal: ended.signal })
  } finally {
    clearTimeout(timer)
    wait.signal?.removeEventListener('abort', end)
  }
}

async function look(rpc: Rpc, hash: string, { signal, interval = POLLING_INTERVAL }: Omit<Wait, 'timeout'>) {
  for (;;) {
    signal?.throwIfAborted()
    const receipt = parseReceipt(await ask(rpc, hash, signal).catch(() => undefined), hash)
    if (receipt) return receipt
    await pause(interval, signal)
  }
}

/** Reads the receipt once. Throws a {@link TransactionError} if there is none yet, and rethrows errors of the node. */
export async function readReceipt(rpc: Rpc, hash: string): Promise<TransactionReceipt> {
  if (!isHash(hash)) throw new Error('Invalid transaction hash')
  const receipt = parseReceipt(await ask(rpc, hash), hash)
  if (!receipt) throw new TransactionError('receiptNotFound')
  return receipt
}

const ask = (rpc: Rpc, hash: string, signal?: AbortSignal) =>
  rpc.request({ method: 'eth_getTransactionReceipt', params: [hash], ...(signal ? { signal } : {}) })

/**
 * Parses a receipt; `undefined` for `null` (not mined yet), for another transaction's, and for one without a status.
 */
function parseReceipt(answer: unknown, hash: string): TransactionReceipt | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { status, transactionHash } = answer as { status?: unknown; transactionHash?: unknown }
  if (typeof transactionHash !== 'string' || transactionHash.toLowerCase() !== hash.toLowerCase()) return undefined
  if (status !== '0x1' && status !== '0x0') return undefined
  return { status: status === '0x1' ? 'success' : 'reverted', hash }
}
