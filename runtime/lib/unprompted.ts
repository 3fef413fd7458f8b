import { THREE_SECONDS } from './time.ts'
import { within } from './within.ts'

/** ms that a question to a wallet which asks nobody (its capabilities, assets, network) may hold anything up. */
export const ANSWER_TIME = THREE_SECONDS

/**
 * A wallet's answer to a question that it puts to nobody, `undefined` where none comes within {@link ANSWER_TIME}: a wallet
 * may never answer, and what waits goes on without it. `late` is handed an answer that comes after that time. A prompt is
 * never asked through here: a person may think for as long as they like. Rejects with what the wallet says in time.
 */
export async function unprompted<T extends NonNullable<unknown>>(
  asked: Promise<T>,
  late?: (answer: T) => void,
  ms = ANSWER_TIME,
): Promise<T | undefined> {
  const answer = await within(ms, asked)
  if (answer === undefined) void asked.then(late, () => undefined)
  return answer
}
