/**
 * Limits how many questions of one client address are under way. Each may hold an answer of megabytes until its client
 * has read it, and a client may never read it: a limit by the minute does not end that.
 */
import { Refusal } from '../../sandbox/refusal.ts'

/** A page asks about ten things at once; an office behind one address has several pages. */
const MOST = 60

/** What tells when an answer was sent, or its connection is gone. */
type Answer = { once: (event: 'close', listener: () => void) => unknown }

/**
 * @param most the most questions of an address under way
 * @returns a function that counts a question until its answer is closed, and throws a 429 Refusal above the limit. Each
 * process counts for itself.
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
