/**
 * Limits how many requests of one client IP address are open at once. An open request can keep a response of megabytes
 * in memory until the client has read it, and a client may never read: a limit per minute does not prevent that.
 */
import { Refusal } from '../../sandbox/refusal.ts'

/**
 * The most open requests of one IP address. A page sends about ten requests at once, and several visitors can share an
 * IP address (an office).
 */
const MOST = 60

/** Node's response, which emits `close` when the response was sent or the connection was lost. */
type Answer = { once: (event: 'close', listener: () => void) => unknown }

/**
 * @param most the most open requests of one IP address
 * @returns a function that counts a request until its response is closed, and throws a 429 Refusal above the limit.
 * Each process counts only the requests that it gets itself.
 */
export function createAtOnce(most: number = MOST) {
  const counts = new Map<string, number>()
  return (ip: string, answer: Answer): void => {
    const count = (counts.get(ip) ?? 0) + 1
    if (count > most) throw new Refusal(429, 'rate', 'Too many requests from this address at once. Try again soon.')
    counts.set(ip, count)
    answer.once('close', () => {
      const left = (counts.get(ip) ?? 1) - 1
      if (left > 0) counts.set(ip, left)
      else counts.delete(ip)
    })
  }
}
