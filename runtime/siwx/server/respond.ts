/**
 * Handles the paths without a framework: `GET /nonce`, `POST /verify`, `GET /session`, `POST /sign-out` under the
 * server's `path`. Accepts POST only as JSON and only from pages of the allowed origins, against cross-site request
 * forgery.
 */
import { isRecord } from '../../lib/isRecord.ts'
import type { CookieSource, SiwxServer } from './createSiwxServer.ts'
import { SiwxFailure } from './failure.ts'

/**
 * A request, independent of the framework. `body` is called only for a request that needs its body, and gives text, or
 * a value that a framework has parsed.
 */
export type Asked = {
  method: string
  /** Without the query. */
  path: string
  header: (name: string) => string | undefined
  body: () => Promise<unknown>
}
export type Answer = { status: number; headers: Record<string, string>; body: string }

/**
 * The most bytes that a body may have: enough for a message and a signature that contains an account's deployment
 * (ERC-6492).
 */
export const BODY_LIMIT = 65_536

const PATHS = { '/nonce': 'GET', '/verify': 'POST', '/session': 'GET', '/sign-out': 'POST' } as const
type Path = keyof typeof PATHS

/** Whether a path belongs to this server, so that framework adapters can pass on all others. */
export const isOwnPath = ({ settings }: SiwxServer, path: string) =>
  Object.hasOwn(PATHS, path.slice(settings.path.length)) && path.startsWith(settings.path)

/** Never rejects: responds to invalid requests with an error. */
export async function respond(server: SiwxServer, asked: Asked): Promise<Answer> {
  const { origins, onError } = server.settings
  const origin = asked.header('origin')
  const isKnown = origin !== undefined && origins.includes(origin)
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    vary: 'Origin, Cookie',
    'x-content-type-options': 'nosniff',
    ...(isKnown && { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
  }
  try {
    const path = asked.path.slice(server.settings.path.length) as Path
    if (!isOwnPath(server, asked.path)) throw new SiwxFailure('notFound')
    const method = PATHS[path]
    if (asked.method === 'OPTIONS' && isKnown) {
      const allowed = { 'access-control-allow-methods': method, 'access-control-allow-headers': 'content-type' }
      return { status: 204, headers: { ...headers, ...allowed, 'access-control-max-age': '600' }, body: '' }
    }
    // Refuse pages of other origins even for reads. Browsers send no Origin header with reads from the same origin.
    if (origin !== undefined && !isKnown) throw new SiwxFailure('origin')
    if (asked.method !== method) throw new SiwxFailure('method')
    if (origin === undefined && method === 'POST') throw new SiwxFailure('origin')
    const { cookie, ...body } = await run(server, path, asked)
    return json(200, body, cookie === undefined ? headers : { ...headers, 'set-cookie': cookie })
  } catch (error) {
    if (!(error instanceof SiwxFailure)) onError(error)
    const failure = error instanceof SiwxFailure ? error : new SiwxFailure('unavailable', error)
    return json(failure.status, failure, headers)
  }
}

const json = (status: number, body: object, headers: Record<string, string>): Answer => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function run(server: SiwxServer, path: Path, asked: Asked): Promise<{ cookie?: string | undefined }> {
  const request: CookieSource = { headers: { cookie: asked.header('cookie') } }
  if (path === '/nonce') return { ...(await server.nonce()), cookie: undefined }
  if (path === '/session') return { session: (await server.session(request)) ?? null, cookie: undefined } as object
  const body = await readJson(asked)
  if (path === '/verify') return server.verify(body, request)
  const { chainId, address } = isRecord(body) ? body : {}
  const isPart = typeof chainId === 'string' && typeof address === 'string'
  // Refuse a body with only one of the two fields: it may mean one session or all sessions, and either could be wrong.
  if (!isPart && (chainId !== undefined || address !== undefined)) throw new SiwxFailure('body')
  return server.signOut(request, isPart ? { chainId, address } : undefined)
}

async function readJson({ header, body }: Asked): Promise<unknown> {
  // Requires JSON: HTML forms of other sites cannot send it, and for their scripts the browser sends a CORS preflight
  // first.
  if (!/^application\/json\s*(;|$)/i.test(header('content-type') ?? '')) throw new SiwxFailure('contentType')
  if (Number(header('content-length') ?? 0) > BODY_LIMIT) throw new SiwxFailure('tooLarge')
  const read = await body()
  if (typeof read !== 'string') return read
  if (read.length > BODY_LIMIT) throw new SiwxFailure('tooLarge')
  try {
    return JSON.parse(read) as unknown
  } catch {
    throw new SiwxFailure('body')
  }
}
