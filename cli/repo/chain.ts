/** Queries the local chain directly, without a page. */
import { Stop } from './run.ts'

/** The second well-known account of a local node. Its key is public, so never send it real money. */
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

/** What the receiver's balance gained, polled until it changes; 0 after ten seconds. */
export async function grown(rpc: string, before: bigint): Promise<bigint> {
  for (let tries = 0; tries < 100; tries++) {
    const delta = (await balanceOf(rpc, RECEIVER)) - before
    if (delta !== 0n) return delta
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 0n
}

export type Sent = { hash: string; from: string; to: string | null }

/** Finds a transfer to the receiver in a block after `from`. */
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
