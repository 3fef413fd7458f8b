/** Waits for a request that the wallet still shows, if the wallet refuses to show a second one. */
import { errorParts, isUserRejection, readCode } from './rejection.ts'

/** The codes (EIP-1474) with which wallets refuse a request while they show another one of the same kind. */
const DUPLICATE = [-32002, -32603]

/**
 * Settles like the request `asked`, which has been sent. The visitor may have left an earlier attempt whose request is
 * still unanswered in the wallet. Many wallets then refuse the new request, so this settles like the earlier one
 * instead: its prompt is what the visitor sees. Also resolves if the earlier one is approved first. `waiting` has the
 * unanswered requests by `key`, which is the same for both.
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
