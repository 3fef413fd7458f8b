/** The HTTP client of most service calls. Sends and parses JSON; never retries by itself. */

/**
 * A service answered with a status that is not 2xx. `cause` is the response, usually with its body unread.
 *
 * @example
 * ```ts
 * import { HttpError } from 'walletkit/plugin'
 *
 * const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404
 * ```
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  constructor(response: Response) {
    super(`HTTP status code: ${response.status}`, { cause: response })
    this.status = response.status
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>
export type HttpRequest = {
  path: string
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  cache?: RequestCache
  /** Parses a response's body; {@link parseJson} by default. Throws for an invalid body. */
  parse?: (body: string) => unknown
}

export type Http = {
  get: (request: HttpRequest) => Promise<unknown>
  post: (request: HttpRequest) => Promise<unknown>
  put: (request: HttpRequest) => Promise<unknown>
  delete: (request: HttpRequest) => Promise<unknown>
  /** The absolute URL of a path, including the query that every call carries. */
  url: (path: string, query?: Query) => string
}

export type HttpOptions = {
  baseUrl: string
  /** Returns the `clientId` to append to every query, or `undefined` as long as there is none. */
  clientId?: () => string | undefined
  /** Returns query parameters that are added to every call; falsy values are dropped. */
  query?: () => Query
  fetch?: typeof globalThis.fetch
  /** Parses bodies of requests without their own `parse`; {@link parseJson} by default. */
  parse?: (body: string) => unknown
}

/** The maximum characters of a reply: a hostile or broken service must not fill the page's memory. */
export const BODY_LIMIT = 5_000_000

export function createHttp({
  baseUrl,
  clientId,
  query: common,
  fetch = globalThis.fetch.bind(globalThis),
  parse = parseJson,
}: HttpOptions): Http {
  const url = (path: string, query: Query = {}) => {
    // Join base and path with exactly one slash.
    const target = new URL(`${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
    for (const [key, value] of Object.entries({ ...query, ...common?.() }))
      if (value) target.searchParams.append(key, String(value))
    const client = clientId?.()
    if (client) target.searchParams.append('clientId', client)
    return target.href
  }
  const call = (method: string) => async (request: HttpRequest) => {
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const response = await fetch(url(request.path, request.query), {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...request.headers },
      ...(body === undefined ? {} : { body }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.cache ? { cache: request.cache } : {}),
    })
    if (!response.ok) throw new HttpError(response)
    return (request.parse ?? parse)(await readBody(response))
  }
  return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE'), url }
}

async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > BODY_LIMIT) throw new Error('The reply is too large')
  const text = await response.text()
  if (text.length > BODY_LIMIT) throw new Error('The reply is too large')
  return text
}

/** Parses JSON; `undefined` for an empty body, because a 204 means success without one. */
export const parseJson = (body: string): unknown => (body.trim() === '' ? undefined : JSON.parse(body))
