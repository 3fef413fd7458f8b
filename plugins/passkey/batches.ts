/** The batches of calls that pages sent since they loaded, by id (EIP-5792). */
import type { Hex } from 'viem'
import { coded } from './errors.ts'

type Sent = { chainId: number; hash: Hex }

export function createBatches() {
  /** `undefined` until the batch is in a block: its id is taken from the request on. */
  const batches = new Map<unknown, Sent | undefined>()
  return {
    /**
     * Sends a batch under the id that the page gives it, else under its transaction's hash. Rejects with 5720 for an id
     * that is in use, with -32602 for what is no id, and with the errors of `ask`.
     */
    async send(asked: unknown, chainId: number, ask: () => Promise<Hex>): Promise<{ id: string }> {
      const given = parseId(asked)
      if (given !== undefined && batches.has(given)) throw coded(5720, 'There is a batch with this id')
      if (given !== undefined) batches.set(given, undefined)
      const hash = await ask().catch((error: unknown) => {
        if (!mayBeSent(error)) batches.delete(given)
        throw error
      })
      const id = given ?? hash
      batches.set(id, { chainId, hash })
      return { id }
    },
    statusOf: (id: unknown) => statusOf(id, batches.get(id)),
  }
}

/** Whether a request may have become a transaction, although it rejected: a second one with its id could pay twice. */
const mayBeSent = (error: unknown): boolean =>
  ['TX_UNCERTAIN', 3].includes((Object(error) as { code?: string | number }).code ?? '')

/** The id that a page gives a batch: text of at most 4,096 bytes in hex (EIP-5792); `undefined` if it gives none. */
function parseId(id: unknown): string | undefined {
  if (id === undefined || (typeof id === 'string' && id !== '' && id.length <= 8_194)) return id
  throw coded(-32602, 'The id is no id of a batch')
}

/**
 * The status of a batch (EIP-5792). Every known batch is "confirmed": `wallet_sendCalls` returns an id only after the
 * batch has succeeded in a block, and rejects otherwise. Throws 5730 for an unknown id.
 */
function statusOf(id: unknown, batch: Sent | undefined) {
  if (!batch) throw coded(5730, 'Unknown bundle id')
  const receipts = [{ transactionHash: batch.hash, status: '0x1' }]
  return { version: '2.0.0', id, chainId: `0x${batch.chainId.toString(16)}`, status: 200, atomic: true, receipts }
}
