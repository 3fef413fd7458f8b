/** Shares the few sessions of an HSM among requests, a limited number of which wait for a limited time. */
import { HsmError } from './failure.ts'

/**
 * `waiting`: how many requests may wait. `patience`: ms after which a request fails, counted from its arrival in the
 * queue. A call that the HSM does not answer still occupies its thread after that.
 */
type Limits = { waiting: number; patience: number }

/**
 * 500 waiting requests are enough for a burst of signatures. While the HSM is slow, further requests would time out
 * anyway.
 */
const LIMITS: Limits = { waiting: 500, patience: 10_000 }

/** `isLate` returns whether the request has timed out, so that `work` should ask the HSM nothing more. */
type Work<L, T> = (lane: L, isLate: () => boolean) => Promise<T>

/**
 * Makes a queue in which requests wait for a free lane.
 * @param lanes one for each `work` that may run at the same time, such as a session of the HSM; each lane has one
 * `work` at a time
 */
export function createQueue<L>(lanes: readonly L[], { waiting, patience } = LIMITS) {
  const free = [...lanes]
  const jobs = new Set<(lane: L) => Promise<void>>()

  function next(): void {
    const [job] = jobs
    if (!job) return
    const lane = free.shift()
    if (lane === undefined) return
    jobs.delete(job)
    void job(lane).finally(() => {
      free.push(lane)
      next()
    })
  }

  /**
   * Runs `work` with the next lane that is free, unless the request is late by then.
   * @throws HsmError when too many wait, and when the time is over
   */
  return <T>(work: Work<L, T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (jobs.size >= waiting) return reject(new HsmError('The HSM is too slow: too many requests wait for it'))
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        jobs.delete(job)
        reject(new HsmError('The HSM does not answer'))
      }, patience)
      const job = async (lane: L) => {
        try {
          resolve(await work(lane, () => isLate))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        } finally {
          clearTimeout(late)
        }
      }
      jobs.add(job)
      next()
    })
}
