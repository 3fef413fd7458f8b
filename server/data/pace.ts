/**
 * Limits what one client address may cost in a minute, so that one visitor cannot use up the operator's keys: its own
 * requests, and those to services that they cause.
 */
import { ownerKey } from '../../sandbox/login/addressKey.ts'
import { Refusal } from '../../sandbox/refusal.ts'

const MINUTE = 60_000
/** A modal in use costs about 200 in a minute; an office behind one address has several. */
const MOST = 3_000
/** What all addresses of one presumed owner may cost: a provider may give one customer 65,536 of those that count. */
const MOST_OF_OWNER = 30_000

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

/** Like {@link createPace}, and for the presumed owner of the address too (see `ownerKey`). */
export function createOwnedPace(now: () => number = Date.now) {
  const [pace, paceOfOwner] = [createPace(now), createPace(now, { most: MOST_OF_OWNER })]
  return (ip: string, cost = 1): void => {
    // In this order: what one address is refused costs the others of its owner nothing.
    pace(ip, cost)
    paceOfOwner(ownerKey(ip), cost)
  }
}
