/**
 * Sends requests to one service, with limits in time and size. If the service fails several times in a row, it gets no
 * requests for a while.
 */
import { asking } from '../span.ts'
import { payForBytes, payForOne, unlimited } from './allowance.ts'
import { hidden, splitCredentials } from './credentials.ts'
import { SourceError } from './source.ts'

/**
 * `time`: ms after which a request fails; short, because a page waits, and the next source is asked only afterwards.
 * `size`: the most bytes of a response.
 */
const LIMITS = { time: 8_000, size: 5_000_000 }
/** After this many failures in a row, and a failed probe, the service gets no requests for {@link REST} ms. */
const MOST_FAILURES = 5
/** ms. */
const REST = 30_000

/** `path` is appended to the service's URL. Values of `query` that are undefined are left out. */
export type Outgoing = {
  path: string
  query?: Readonly<Record<string, string | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  body?: unknown
  /** Whether the answer is a text, and not JSON. */
  isText?: boolean
}

/**
 * Resolves with the parsed JSON of a 2xx response (with `anyStatus`: of any response), or with its text (`isText`).
 * @throws SourceError for any other response or none; its message contains neither the URL nor the response
 * @throws Refusal 429 if the client is over its limit
 */
export type Ask = (request: Outgoing) => Promise<unknown>

export type OutboundOptions = {
  /** The service's name, for errors. */
  name: string
  url: string
  /** Sent with each request, such as a key. */
  headers?: Readonly<Record<string, string>>
  /** Whether JSON counts as an answer whatever the status: some nodes send JSON-RPC errors with 400 or 500. */
  anyStatus?: boolean
  /** Texts that are replaced by `(hidden)` in responses, such as a key that the service may repeat in an error. */
  hides?: readonly string[]
  /** Whether to send no requests for a while after several failures in a row; default true. */
  rests?: boolean
  /** Whether POST requests change nothing, so that one may be repeated as a probe of the service. A GET always may. */
  onlyReads?: boolean
  /** `time` in ms; `size` in bytes of a response. */
  limits?: { time: number; size: number }
  now?: () => number
}

/**
 * Makes the function that sends requests to one service.
 * @example
 * const ask = createOutbound({ name: 'coingecko', url: 'https://api.coingecko.com' })
 * await ask({ path: '/api/v3/ping' }) // { gecko_says: '(V3) To the Moon!' }
 */
export function createOutbound(options: OutboundOptions): Ask {
  const {
    name,
    headers = {},
    anyStatus = false,
    rests = true,
    onlyReads = false,
    hides = [],
    limits = LIMITS,
    now = Date.now,
  } = options
  const { url, headers: basic } = splitCredentials(options.url)
  let failures = 0
  let restsUntil = 0
  /** Repeats the last request that the service answered, of those that may be repeated (see `onlyReads`). */
  let answered: (() => Promise<unknown>) | undefined
  let isProbing = false

  /** Prepares a request, which is sent when the returned function is called. */
  const prepare = ({ path, query = {}, headers: own = {}, body, isText = false }: Outgoing) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const target = new URL(url)
    // A node's address may have its key in its path or its query: keep both.
    if (path) target.pathname = target.pathname.replace(/\/+$/, '') + path
    for (const [key, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(key, value)
    const init = { headers: { accept: 'application/json', ...basic, ...headers, ...own }, ...sent }
    const to = { name, target, anyStatus, hides, isText }
    return (time: number) => asking(name, () => fetchAnswer({ ...to, limits: { ...limits, time } }, init))
  }

  /**
   * Pauses the requests only if the service also fails at a request that it has answered before (the probe). Without
   * the probe, a visitor could choose requests at which the service fails, and so block the service for everybody.
   */
  async function restUnlessItAnswers(): Promise<void> {
    if (isProbing) return
    isProbing = true
    const nothing = () => Promise.reject(new SourceError(name, 'has answered nothing yet'))
    const works = await unlimited(answered ?? nothing).then(
      () => true,
      (error: unknown) => !isFailure(error),
    )
    isProbing = false
    // If the probe fails, `failures` stays: after the pause, one more failure is enough for the next probe.
    if (works) failures = 0
    else restsUntil = now() + REST
  }

  return async (question) => {
    if (now() < restsUntil) throw new SourceError(name, 'failed several times in a row, and is not asked for a while')
    // Outside of the `try`: an error in serializing the body is no failure of the service.
    const ask = prepare(question)
    const left = payForOne()
    if (left <= 0) throw new SourceError(name, 'took too long')
    try {
      const value = await ask(Math.min(limits.time, left))
      failures = 0
      if (question.body === undefined || onlyReads) answered = () => ask(limits.time)
      return value
    } catch (error) {
      // A request that had less than the full time may have been cut short: its failure is not the service's.
      if (isFailure(error) && left >= limits.time) failures += 1
      if (rests && failures >= MOST_FAILURES) await restUnlessItAnswers()
      throw error
    }
  }
}

/** Thrown for a response that is too long. It is no failure of the service: the request may have asked for too much. */
export class Oversized extends SourceError {}

/**
 * Whether an error shows that the service does not work: no valid response, a status of 500 or more, or 429, which asks
 * for a pause. Any other 4xx shows that the service works, and rejects only this request.
 */
function isFailure(error: unknown): boolean {
  if (!(error instanceof SourceError) || error instanceof Oversized) return false
  const { status = 500 } = error
  return status >= 500 || status === 429
}

type Target = Required<Pick<OutboundOptions, 'name' | 'anyStatus' | 'hides' | 'limits'>> & {
  target: URL
  isText: boolean
}

async function fetchAnswer(to: Target, init: RequestInit): Promise<unknown> {
  const { name, target, anyStatus, hides, limits, isText } = to
  let answer: Response
  let text: string | undefined
  try {
    answer = await fetch(target, {
      ...init,
      headers: { ...(init.body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
      // A redirect could lead to a host in the operator's own network.
      redirect: 'error',
      signal: AbortSignal.timeout(limits.time),
    })
    text = await limited(answer, limits.size)
  } catch (cause) {
    // The cause may contain the URL, which may contain a key: pass on the kind of the error only.
    throw new SourceError(name, `does not answer (${cause instanceof Error ? cause.name : 'Error'})`)
  }
  payForBytes(text?.length ?? limits.size)
  const failed = new SourceError(name, `answered with the status ${answer.status}`, answer.status)
  if (!answer.ok && !anyStatus) throw failed
  if (text === undefined) throw new Oversized(name, `sent more than ${limits.size} bytes`)
  const shown = hidden(text, hides)
  if (isText) return shown
  try {
    return JSON.parse(shown)
  } catch {
    throw answer.ok ? new SourceError(name, 'sent something that is not JSON') : failed
  }
}

/**
 * Reads a response's body as text. Resolves with undefined, without reading the rest, if it has more than `most` bytes.
 */
export async function limited({ body }: Response, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
