/**
 * Limits what one client address may cost in a minute, so that one visitor cannot use up the operator's keys: its own
 * requests, and those to services that they cause.
 */
import { Refusal } from '../../sandbox/refusal.ts'

const MINUTE = 60_000
/** A modal in use costs about 200 in a minute; an office behind one address has several. */
const MOST = 3_000

/**
 * @param limit `most` is what an address may cost in a `period`, in ms; default: what it may cost in a minute
 * @returns a function that counts `cost` for an address, and throws a 429 Refusal when its period is used up. Each
 * process counts for itself.
 */
export function createPace(now: () => number = Date.now, { most = MOST, period = MINUTE } = {}) {
  const costs = new Map<string, number>()
  let last = NaN
  return (ip: string, cost = 1): void => {
    const current = Math.floor(now() / period)
    if (current !== last) costs.clear()
    last = current
    const sum = (costs.get(ip) ?? 0) + cost
    const when = period > MINUTE ? 'later' : 'in a minute'
    if (sum > most) throw new Refusal(429, 'rate', `Too many requests from this address. Try again ${when}.`)
    costs.set(ip, sum)
  }
}
