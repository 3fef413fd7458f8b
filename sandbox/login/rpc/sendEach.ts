/** Sends the calls of a batch one after the other, where there is no smart account. */
import type { Hex } from 'viem'
import { Denied } from '../denied.ts'
import type { Asker, Batch, Batches } from './batches.ts'
import type { Call } from './params.ts'

/** A batch that was abandoned by its process was told as ended. @throws Denied for it, so that nothing is sent */
export function refuseEnded(batch: Batch | undefined): void {
  if (!batch || batch.done) throw new Denied('The batch waited too long. Nothing more of it was sent', 408)
}

/** Sends a call. It calls `announce` with the hash before the transaction leaves, and sends nothing if that throws. */
type SendCall = (call: Call, announce: (hash: Hex) => Promise<void>) => Promise<unknown>

/** @throws what refused the first call, of which nothing was sent. A batch of which some calls were sent ends early */
export async function sendEach(
  batches: Batches,
  asker: Asker,
  id: string,
  calls: readonly Call[],
  send: SendCall,
): Promise<void> {
  // If this fails, the hashes are kept all the same, and the batch counts as ended some minutes later.
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
      // The batch's status has what was sent; the calls after that are missing there.
      await end((batch) => ({ hashes: before(batch) }))
      return
    }
  }
  await end(() => ({}))
}
