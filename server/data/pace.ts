/**
 * Limits what one client address may cost in a minute, so that one visitor cannot use up the operator's keys: its own
 * requests, and those to services that they cause.
 */
import { Refusal } from '../../sandbox/refusal.ts'

const MINUTE = 60_000
/** A modal in use costs about 200 in a minute; an office behind one address has several. */
const MOST = 3_000

/**
 * @returns a function that counts `cost` for an address, and throws a 429 Refusal when its minute is used up. Each
 * process counts for itself.
 */
export function createPace(now: () => number = Date.now) {
  const costs = new Map<string, number>()
  let minute = NaN
  return (ip: string, cost = 1): void => {
    const current = Math.floor(now() / MINUTE)
    if (current !== minute) costs.clear()
    minute = current
    const sum = (costs.get(ip) ?? 0) + cost
    if (sum > MOST) throw new Refusal(429, 'rate', 'Too many requests from this address. Try again in a minute.')
    costs.set(ip, sum)
  }
}
