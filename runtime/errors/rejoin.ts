/** Joins a request that the wallet still shows, when it refuses to show a second one. */
import { errorParts, isUserRejection, readCode } from './rejection.ts'

/** The codes with which wallets refuse a request while they show one of the same kind (EIP-1474). */
const DUPLICATE = [-32002, -32603]

/**
 * Settles like `asked`, a request that has been sent. If an earlier one with the same `key` still waits, of an attempt
 * that the visitor left, many wallets refuse the second one. Then the answer to the earlier one counts, because the
 * visitor is looking at its prompt. `waiting` holds what has not been answered yet, by key.
 */
export function rejoin<T>(waiting: Map<string, Promise<T>>, key: string, asked: Promise<T>): Promise<T> {
  const earlier = waiting.get(key)
  const answer = earlier
    ? new Promise<T>((resolve, reject) => {
        earlier.then(resolve, () => undefined)
        asked.then(resolve, (error: unknown) => {
          if (isDuplicate(error)) earlier.then(resolve, reject)
          // Keep the wallet's own value: its code says what happened.
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors
          else reject(error)
        })
      })
    : asked
  waiting.set(key, answer)
  const settled = () => void (waiting.get(key) === answer && waiting.delete(key))
  answer.then(settled, settled)
  return answer
}

const isDuplicate = (error: unknown) =>
  !isUserRejection(error) && [...errorParts(error)].some((part) => DUPLICATE.includes(readCode(part) ?? 0))
