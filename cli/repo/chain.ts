/** Reads from a local chain over its RPC URL, to check what a page did. */
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
 * Polls until the balance of {@link RECEIVER} differs from `before`.
 * @returns the difference in wei; 0 after ten seconds
 */
export async function grown(rpc: string, before: bigint): Promise<bigint> {
  for (let tries = 0; tries < 100; tries++) {
    const delta = (await balanceOf(rpc, RECEIVER)) - before
    if (delta !== 0n) return delta
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 0n
}

export type Sent = { hash: string; from: string; to: string | null }

/** Finds the first transaction to {@link RECEIVER} in a block after `from`; undefined if there is none. */
export async function findTransaction(rpc: string, from: string): Promise<Sent | undefined> {
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
}
