/**
 * Limits requests that are too frequent to be counted in a database: requests to the networks, and requests that wait.
 * Each process counts for itself, in memory.
 */
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Limits } from './limits.ts'

const MINUTE = 60_000

type Rules = Pick<Limits, 'rpcPerUser' | 'rpcPerIp' | 'waitsPerFrame' | 'waitsPerIp'>

export function createPace(rules: () => Rules, now: () => number) {
  /** The costs of the requests to networks in the current minute, by user and by IP address. */
  const costs = new Map<string, number>()
  /** The number of requests that wait now, by the login frame of a page and by IP address. */
  const waits = new Map<string, number>()
  let minute = NaN
  const of = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0
  return {
    /**
     * Counts a request to a network.
     * @throws Denied 429, and counts nothing, if the account or the IP address has asked for too much in this minute
     */
    request(user: string, ip: string, cost: number): void {
      const current = Math.floor(now() / MINUTE)
      if (current !== minute) costs.clear()
      minute = current
      const { rpcPerUser, rpcPerIp } = rules()
      const [userKey, ipKey] = [`user ${user}`, `ip ${ip}`]
      if (of(costs, userKey) + cost > rpcPerUser || of(costs, ipKey) + cost > rpcPerIp) {
        const seconds = Math.ceil(((current + 1) * MINUTE - now()) / 1000)
        throw new Denied(`Please try again after ${seconds} seconds`, 429, -32005)
      }
      for (const key of [userKey, ipKey]) costs.set(key, of(costs, key) + cost)
    },
    /**
     * Runs a request that waits, by default for up to ten minutes, until a person presses a mailed link or approves in
     * a wallet.
     * @throws Denied 429, and does not run it, while too many requests of the frame or the IP address wait
     */
    async waiting<T>({ id, ip }: Pick<Frame, 'id' | 'ip'>, run: () => Promise<T>): Promise<T> {
      const { waitsPerFrame, waitsPerIp } = rules()
      const keys = [`frame ${id}`, `ip ${ip}`] as const
      if (of(waits, keys[0]) >= waitsPerFrame || of(waits, keys[1]) >= waitsPerIp)
        throw new Denied('Too many requests wait already. Try again later.', 429)
      for (const key of keys) waits.set(key, of(waits, key) + 1)
      try {
        return await run()
      } finally {
        for (const key of keys) {
          const left = of(waits, key) - 1
          if (left > 0) waits.set(key, left)
          else waits.delete(key)
        }
      }
    },
    /** Forgets the costs. Requests that are waiting stay counted. */
    clear: () => costs.clear(),
  }
}
