import { THREE_SECONDS } from './time.ts'
import { within } from './within.ts'

/** ms that the page waits for a wallet's answer that needs no prompt: its capabilities, its assets, its network. */
export const ANSWER_TIME = THREE_SECONDS

/**
 * Waits for a wallet's answer that needs no prompt, and resolves with `undefined` where none comes within
 * {@link ANSWER_TIME}, because some wallets never answer. `late` is called with an answer that comes after that. Never use it
 * for a prompt: a person may take any time. Rejects where the wallet rejects in time.
 * @example const chainId = await unprompted(provider.request({ method: 'eth_chainId' }))
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
