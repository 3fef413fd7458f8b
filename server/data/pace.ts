/**
 * Limits the requests of one client IP address per minute, and the requests to services that they cause, so that one
 * visitor cannot use up the quotas of the operator's API keys.
 */
import { ownerKey } from '../../sandbox/login/addressKey.ts'
import { Refusal } from '../../sandbox/refusal.ts'

const MINUTE = 60_000
/**
 * Per minute, for one IP address. A modal in use costs about 200, and several visitors can share an address (an
 * office).
 */
const MOST = 3_000
/**
 * Per minute, for all IP addresses of one presumed owner together: a provider may give one customer an IPv6 /48, which
 * has 65,536 of the /64 networks that count as one address each.
 */
const MOST_OF_OWNER = 30_000

/**
 * Makes a limit on what each IP address may cause. The second parameter: `most` is the highest sum of costs that one IP
 * address may reach in `period` ms; by default 3,000 in a minute. The sums of all addresses restart at 0 together when
 * the next period begins.
 *
 * @returns a function that adds `cost` for an address, or throws a 429 Refusal if the sum would exceed `most`. Each
 * process counts only the requests that it gets itself
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

/**
 * Like {@link createPace} with the default limit, plus a limit for the presumed owner of the address (see `ownerKey`).
 */
export function createOwnedPace(now: () => number = Date.now) {
  const [pace, paceOfOwner] = [createPace(now), createPace(now, { most: MOST_OF_OWNER })]
  return (ip: string, cost = 1): void => {
    // In this order: a request that exceeds the address's own limit must not count for its owner.
    pace(ip, cost)
    paceOfOwner(ownerKey(ip), cost)
  }
}
