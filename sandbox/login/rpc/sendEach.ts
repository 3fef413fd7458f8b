/** Sends the calls of a batch one after the other, where there is no smart account. */
import type { Hex } from 'viem'
import { Denied } from '../denied.ts'
import type { Asker, Batch, Batches } from './batches.ts'
import type { Call } from './params.ts'

/**
 * Refuses to send more of a batch that has ended.
 * @throws Denied for a batch that is not stored any more, or that is `done` (the page was told that it has ended), so
 * that nothing more of it is sent
 */
export function refuseEnded(batch: Batch | undefined): void {
  if (!batch || batch.done) throw new Denied('The batch waited too long. Nothing more of it was sent', 408)
}

/**
 * Sends a call. Calls `announce` with the hash before the transaction is sent, and sends nothing if `announce` throws.
 */
type SendCall = (call: Call, announce: (hash: Hex) => Promise<void>) => Promise<unknown>

/**
 * Sends the calls one after another. If a call after the first one fails, the batch ends with the calls sent before.
 * @throws the error of the first call; nothing was sent then
 */
export async function sendEach(
  batches: Batches,
  asker: Asker,
  id: string,
  calls: readonly Call[],
  send: SendCall,
): Promise<void> {
  // Ignore an error: the hashes are stored already, and after ABANDONED ms the batch counts as ended.
  const end = (change: (batch: Batch) => Partial<Batch>) =>
    batches.change(asker, id, (batch) => ({ ...change(batch), done: true })).catch(() => undefined)
  for (const [at, call] of calls.entries()) {
    const before = ({ hashes }: Batch) => hashes.slice(0, at)
    try {
      await send(call, async (hash) =>
        refuseEnded(await batches.change(asker, id, (batch) => ({ hashes: [...before(batch), hash] }))),
      )
    } catch (error) {
      if (at === 0) throw error
      // The batch's status shows the calls that were sent; this call and those after it are missing there.
      await end((batch) => ({ hashes: before(batch) }))
      return
    }
  }
  await end(() => ({}))
}
