/** Waits for a request that the wallet still shows, if the wallet refuses to show a second one. */
import { errorParts, isUserRejection, readCode } from './rejection.ts'

/** The codes (EIP-1474) with which wallets refuse a request while they show another request of the same kind. */
const DUPLICATE = [-32002, -32603]

/**
 * Settles like `asked`, a request that has just been sent to the wallet. If the wallet refuses it because it still
 * shows an earlier request of the same kind, settles like that earlier request instead, whose prompt the visitor sees.
 * The promise also resolves if the earlier request is approved first. `waiting` has the unanswered requests by `key`,
 * which is the same for both requests.
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
