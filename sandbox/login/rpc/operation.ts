/** The errors that a page gets for an operation of a smart account that it requested. */
import { FeeAbove, MadeAfterAll, NonceTaken, OnItsWay, Undecided } from '../../smartAccounts/failure.ts'
import type { Ended, SentCalls } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'
import { refuseFee } from './complete.ts'
import { refuseReverted } from './reverted.ts'

/**
 * EIP-1474's code of a rejected transaction, and JSON-RPC's internal error, for an operation that may have been sent.
 */
const [REJECTED, UNCERTAIN] = [-32003, -32603]

/**
 * Converts the reason why an operation was not sent to a Denied.
 * @throws Denied, or `error` itself if it is of another kind
 */
export function refuseOperation(error: unknown): never {
  if (error instanceof FeeAbove) refuseFee()
  if (error instanceof MadeAfterAll)
    throw new Denied(
      `An earlier request, which had failed, was carried out after all in transaction ${error.transactionHash}. ` +
        'This one was not sent',
      409,
      REJECTED,
    )
  if (error instanceof OnItsWay)
    throw new Denied('The same request was sent before, and is in no block yet. It was not sent again', 409, REJECTED)
  if (error instanceof Undecided)
    throw new Denied('The network does not say what became of an earlier request. This one was not sent', 409, REJECTED)
  if (error instanceof NonceTaken)
    throw new Denied('Another request was carried out meanwhile. This one was not sent: try again', 409, REJECTED)
  throw error
}

/**
 * Waits until an operation is in a block.
 * @throws Denied or the bundler's error if it was not sent, Denied 3 if its calls were reverted, Denied -32003 if
 *   another operation took its nonce, and Denied -32603 if the wait fails: for example, it is in no block after two
 *   minutes
 */
export async function carriedOut(sending: Promise<SentCalls>): Promise<Ended> {
  const sent = await sending.catch(refuseOperation)
  const ended = await sent.wait().catch((error: unknown) => {
    if (error instanceof NonceTaken)
      throw new Denied('Another request was carried out in the place of this one, which never will be', 409, REJECTED)
    throw new Denied(`The operation ${sent.userOpHash} was sent and is in no block yet`, 504, UNCERTAIN)
  })
  refuseReverted(ended)
  return ended
}
