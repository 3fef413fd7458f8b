import type { EvmNode } from './node.ts'

/** The fields of a transaction's receipt that most callers read; the others are there as the node returned them. */
export type NodeReceipt = { status?: unknown; contractAddress?: unknown }

/**
 * Polls for a transaction's receipt, which may be there a moment after the hash. Throws when there is none after 2
 * seconds.
 */
export async function receipt(node: Pick<EvmNode, 'request'>, hash: unknown): Promise<NodeReceipt> {
  for (let wait = 1; wait < 2000; wait *= 2) {
    const found = await node.request('eth_getTransactionReceipt', [hash])
    if (found !== null && typeof found === 'object') return found
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}
