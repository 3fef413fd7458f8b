/** Decides which failed reads are retried, and after how long. */
import { HttpError } from './client.ts'
import { parseRetryAfter } from './retryAfter.ts'
import type { Reply } from './rpcReply.ts'

export const RETRY_COUNT = 3
/** ms before the first retry; doubles with each. */
export const RETRY_DELAY = 150
export const RETRY_STATUSES: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])

/**
 * Whether to retry after this error: yes after the listed statuses and failed connections (`fetch` throws a TypeError),
 * otherwise no.
 */
export const isRetried = (error: unknown) =>
  error instanceof HttpError ? RETRY_STATUSES.has(error.status) : error instanceof TypeError

/** The wait in ms: the server's `Retry-After` (at most 60 s) if it sent a valid one, else `backoff`. */
export function retryDelayOf(reply: Reply, backoff: number): number {
  const cause = 'error' in reply && reply.error instanceof HttpError ? reply.error.cause : undefined
  const header = cause instanceof Response ? cause.headers.get('retry-after') : null
  return (header === null ? undefined : parseRetryAfter(header)) ?? backoff
}

/** Resolves after `ms`, or at once when `stop` aborts. */
export const wait = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (stop.aborted) end()
    else stop.addEventListener('abort', end)
  })
