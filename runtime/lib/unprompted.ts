import { THREE_SECONDS } from './time.ts'
import { within } from './wait.ts'

/** ms that the page waits for an answer that needs no prompt, such as the wallet's capabilities, assets or network. */
export const ANSWER_TIME = THREE_SECONDS

/**
 * Waits for a wallet's answer that needs no prompt. Some wallets never answer, so this resolves with `undefined` after
 * `ms`; `late` gets an answer that arrives after that. Do not use it for a prompt, because a person may take any time.
 * Rejects if the wallet rejects in time.
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
