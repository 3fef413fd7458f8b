/** Calls a local chain over its RPC URL, mostly to check what a page did. */
import { Stop } from './run.ts'

/** The address to which the checks send: the second well-known account of local nodes. Its key is public. */
export const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export async function call<T>(rpc: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Stop(`${method}: ${error.message}`)
  return result
}

export const balanceOf = async (rpc: string, address: string) =>
  BigInt(await call<string>(rpc, 'eth_getBalance', [address, 'latest']))

/**
 * Polls until `read` resolves with a value other than `undefined`, and returns it; `undefined` after ten seconds. What
 * a transaction did must be polled for: the node returns the transaction's hash before the transaction is in a block.
 */
export async function eventually<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Polls until `read` returns another amount than `before`, and returns the difference; 0 after ten seconds. */
export const changed = async (before: bigint, read: () => Promise<bigint>): Promise<bigint> =>
  (await eventually(async () => {
    const delta = (await read()) - before
    return delta === 0n ? undefined : delta
  })) ?? 0n

/** The wei by which the balance of {@link RECEIVER} grows after `before` was read; 0 after ten seconds. */
export const grown = (rpc: string, before: bigint) => changed(before, () => balanceOf(rpc, RECEIVER))

export type Sent = { hash: string; from: string; to: string | null }

/** Polls for the first transaction to {@link RECEIVER} in a block after `from`; `undefined` after ten seconds. */
export const findTransaction = (rpc: string, from: string): Promise<Sent | undefined> =>
  eventually(async () => {
    const last = Number(await call<string>(rpc, 'eth_blockNumber', []))
    for (let block = Number(from) + 1; block <= last; block++) {
      const { transactions } = await call<{ transactions: Sent[] }>(rpc, 'eth_getBlockByNumber', [
        `0x${block.toString(16)}`,
        true,
      ])
      const found = transactions.find(({ to }) => to?.toLowerCase() === RECEIVER.toLowerCase())
      if (found) return found
    }
    return undefined
  })
