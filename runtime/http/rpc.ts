/** JSON-RPC 2.0 over HTTP with batches, retries and fallback URLs. README.md in this folder lists the rules. */
import { isUserRejection } from '../errors/rejection.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { TEN_SECONDS, THIRTY_SECONDS } from '../lib/time.ts'
import { type Call, readReplies, type Reply, RpcResponseError } from './rpcReply.ts'
import { retryDelayOf, RETRY_COUNT, RETRY_DELAY, isRetried, wait } from './rpcRetry.ts'

export const RPC_TIMEOUT = TEN_SECONDS
export const RPC_BATCH_SIZE = 1000
/** ms after a failover until the first URL is tried again. */
const PROBE_INTERVAL = THIRTY_SECONDS

export type RpcOptions = {
  /** In order of preference. */
  urls: readonly string[]
  fetch?: typeof globalThis.fetch
  /**
   * ms until an attempt is aborted and the next URL is asked. A timeout at the last URL starts no new round over the
   * URLs.
   */
  timeout?: number
  /**
   * How many times calls are sent again, each time to all URLs in turn, after network errors and the statuses of
   * `RETRY_STATUSES` in `rpcRetry.ts`.
   */
  retryCount?: number
  /** ms before the first retry; doubles with each. */
  retryDelay?: number
  /** The maximum calls of one tick that share a POST. */
  batchSize?: number
  /** Whether the failure may be specific to this URL, so that the next URL is tried. */
  shouldFallback?: (error: unknown) => boolean
  /** The hex chain id that each URL has to confirm, in the batch of its first call, before its answers count. */
  chainId?: string
}
export type RpcCall = { method: string; params?: unknown; signal?: AbortSignal }
/**
 * Resolves with `result`. Rejects, for example, with an {@link RpcResponseError}, an {@link HttpError}, a
 * {@link WrongChainError}, what `fetch` throws, or the reason of the call's `signal`.
 */
export type Rpc = { request: (call: RpcCall) => Promise<unknown> }

/**
 * Whether a method may change something. Such a call shares its POST with no other call, except the first check of the
 * URL's chain id, and is sent once and to one URL: a retry could send a transaction twice.
 */
export const isWrite = (method: string) =>
  /^(wallet_|personal_|eth_send|eth_sign|sendTransaction$|requestAirdrop$)/.test(method)

/**
 * Whether another node might answer the request. After a rejection, a revert or bad parameters it is useless to ask:
 * every node would answer the same.
 */
export function isNodeTrouble(error: unknown): boolean {
  if (isUserRejection(error)) return false
  if (!(error instanceof RpcResponseError)) return true
  const own: number[] = [RPC_CODES.invalidParams, RPC_CODES.invalidRequest, RPC_CODES.transactionRejected, REVERT_CODE]
  return !own.includes(error.code) && !/revert|insufficient funds|nonce too/i.test(error.message)
}
/** The code of a reverted call; EIP-1474 defines none, but nodes use this. */
const REVERT_CODE = 3

type Job = Call & { signal: AbortSignal | undefined; settle: (reply: Reply) => void; settled: boolean }

export function createRpc(options: RpcOptions): Rpc {
  const {
    urls,
    timeout = RPC_TIMEOUT,
    retryCount = RETRY_COUNT,
    retryDelay = RETRY_DELAY,
    batchSize = RPC_BATCH_SIZE,
  } = options
  const { fetch = globalThis.fetch.bind(globalThis), shouldFallback = isNodeTrouble, chainId } = options
  const confirmed = new Set<string>()
  let queue: Job[] = []
  let preferred = { at: 0, since: 0 }
  let lastId = 0

  /** Sends one POST to one URL. Resolves with one reply per job; throws if the whole request fails. */
  async function post(url: string, jobs: readonly Job[], stop: AbortSignal): Promise<Reply[]> {
    const check =
      chainId !== undefined && !confirmed.has(url) ? { id: ++lastId, method: 'eth_chainId', params: [] } : undefined
    const replies = await send(url, check ? [...jobs, check] : jobs, { fetch, timeout, stop })
    if (check) {
      confirm(url, chainId, replies.pop())
      confirmed.add(url)
    }
    return replies
  }

  /**
   * Sends the jobs to one URL after another, starting with the preferred URL. Jobs that failed because of their node
   * move on to the next URL. With `once`, for a write, only one URL is asked.
   */
  async function round(jobs: readonly Job[], stop: AbortSignal, once: boolean): Promise<[Job, Reply][]> {
    if (preferred.at > 0 && Date.now() - preferred.since >= PROBE_INTERVAL) preferred = { at: 0, since: 0 }
    let left = jobs.map((job): [Job, Reply] => [job, { error: new Error('No RPC URL is configured') }])
    const start = preferred.at
    for (let tried = 0; tried < (once ? Math.min(1, urls.length) : urls.length); tried++) {
      const at = (start + tried) % urls.length
      const open = left.map(([job]) => job).filter((job) => !job.settled)
      const replies = await post(urls[at] ?? '', open, stop).catch((error: unknown) =>
        open.map((): Reply => ({ error })),
      )
      left = open.map((job, index) => [job, replies[index] ?? { error: new Error(`No answer to ${job.method}`) }])
      const lost = left.filter(([, reply]) => 'error' in reply && (once || shouldFallback(reply.error)))
      if (lost.length < left.length && tried > 0) preferred = { at, since: Date.now() }
      for (const entry of left) if (!lost.includes(entry)) settle(...entry)
      left = lost
      if (!left.length || stop.aborted) break
    }
    return left
  }

  async function run(jobs: readonly Job[], once = false) {
    const stop = new AbortController()
    const abandon = () => {
      if (jobs.every((job) => job.settled)) stop.abort()
    }
    const leaves = jobs.map((job) => () => (settle(job, { error: job.signal?.reason }), abandon()))
    for (const [at, leave] of leaves.entries()) {
      if (jobs[at]?.signal?.aborted) leave()
      else jobs[at]?.signal?.addEventListener('abort', leave)
    }
    let open = jobs.filter((job) => !job.settled)
    for (let retry = 0; open.length; retry++) {
      const left = await round(open, stop.signal, once)
      const again =
        once || retry >= retryCount ? [] : left.filter(([, reply]) => 'error' in reply && isRetried(reply.error))
      for (const entry of left) if (!again.includes(entry)) settle(...entry)
      if (again.length)
        await wait(Math.max(...again.map(([, reply]) => retryDelayOf(reply, retryDelay * 2 ** retry))), stop.signal)
      open = again.map(([job]) => job).filter((job) => !job.settled)
    }
    for (const [at, leave] of leaves.entries()) jobs[at]?.signal?.removeEventListener('abort', leave)
  }

  function flush() {
    const jobs = queue
    queue = []
    // Leave room for the `eth_chainId` that `post` adds, so that no batch is larger than `batchSize` (if above 1).
    const size = Math.max(1, chainId === undefined ? batchSize : batchSize - 1)
    for (let at = 0; at < jobs.length; at += size) void run(jobs.slice(at, at + size))
  }

  return {
    request: ({ method, params = [], signal }) =>
      new Promise((resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an abort's reason is passed on as it is
        const answer = (reply: Reply) => ('error' in reply ? reject(reply.error) : resolve(reply.result))
        const job: Job = { id: ++lastId, method, params, signal, settled: false, settle: answer }
        if (isWrite(method)) return void run([job], true)
        if (queue.push(job) === 1) setTimeout(flush)
      }),
  }
}

type Sending = { fetch: typeof globalThis.fetch; timeout: number; stop: AbortSignal }

async function send(url: string, calls: readonly Call[], { fetch, timeout, stop }: Sending): Promise<Reply[]> {
  const body = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
  const attempt = new AbortController()
  const abort = () => attempt.abort(stop.reason)
  stop.addEventListener('abort', abort)
  const timer = setTimeout(
    () => attempt.abort(new DOMException(`No answer within ${timeout} ms`, 'TimeoutError')),
    timeout,
  )
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body.length === 1 ? body[0] : body),
      signal: attempt.signal,
    })
    return await readReplies(response, calls)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', abort)
  }
}

/**
 * Throws unless the reply to `eth_chainId` is the expected chain. The URL's other replies would then be about another
 * chain.
 */
function confirm(url: string, chainId: string | undefined, reply: Reply | undefined) {
  const found = reply && 'result' in reply ? reply.result : undefined
  if (Number(found) !== Number(chainId)) throw new WrongChainError(url, String(chainId), found)
}

/** The error for a URL that serves another chain than that of the network, so that none of its answers may be used. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'
  constructor(url: string, expected: string, found: unknown) {
    super(`${new URL(url).host} serves chain ${String(found).slice(0, 20)}, not ${expected}`)
  }
}

function settle(job: Job, reply: Reply) {
  if (job.settled) return
  job.settled = true
  job.settle(reply)
}

export { RpcResponseError }
