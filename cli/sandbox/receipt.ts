import type { EvmNode } from './node.ts'

/** What is read of a transaction's receipt; the rest is there as the node gave it. */
export type NodeReceipt = { status?: unknown; contractAddress?: unknown }

/** The receipt of a transaction. Mining is asynchronous: it may come a moment after the hash. */
export async function receipt(node: Pick<EvmNode, 'request'>, hash: unknown): Promise<NodeReceipt> {
  for (let wait = 1; wait < 2000; wait *= 2) {
    const found = await node.request('eth_getTransactionReceipt', [hash])
    if (found !== null && typeof found === 'object') return found
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}
