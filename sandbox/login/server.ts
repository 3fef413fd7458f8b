/** The service's HTTP side: the frame's page, the popup's pages, and `POST /api/{NAME}`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { object, anything, text } from '../../runtime/auth/shape.ts'
import { readBody, send } from '../answer.ts'
import { Refusal } from '../refusal.ts'
import { answerApi } from './api.ts'
import { Denied } from './denied.ts'
import { languageOf } from './languages.ts'
import { loginPage, pageHeaders, type PageName } from './pages.ts'
import { caipOf } from './rpc/chainId.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { isForVisitors } from './visitors.ts'
import type { Core } from './core.ts'
import { loginScript } from './script.ts'
import loginStyle from './login.css.ts'

/**
 * `allows`: whether a page of an origin may embed the frame. `mayAsk`: whether a request is answered at all, by its host and
 * origin. `proxyHeader`: the header in which a trusted proxy names the client. `report`: called with an error that is not for
 * visitors, who then get a text without it; without `report` they get its message, which helps whoever develops.
 */
export type SiteOptions = {
  url: string
  ancestors: string
  allows: (origin: string) => boolean
  mayAsk: (request: IncomingMessage) => boolean
  service: () => Core
  proxyHeader?: string
  report?: (error: unknown) => void
}

const body = object({}, { payload: anything, chainId: anything, proof: text })
const opening = object({ origin: text, projectId: text }, { frame: text })

const header = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === 'string' && value ? value : undefined
}
/** What every cookie of the browser holds, whatever its name. */
const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers.cookie ?? '').split(/; */).map((each) => each.slice(each.indexOf('=') + 1))
const cookieOf = (request: IncomingMessage, name: string) =>
  (request.headers.cookie ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''
/** The cookie's name depends on the popup's state, so that two popups do not overwrite each other's cookie. */
const cookieName = (state: string) => `login-${state.slice(0, 8).replaceAll(/[^0-9a-f]/g, '')}`

/** Whether a text is an origin of a web page, and nothing more: users read its host, and logins are for it. */
const isOrigin = (given: string): boolean =>
  /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given

/** The browser's and the system's name, as far as the browser tells; a person recognises their own by it. */
function browserOf(agent = ''): string | undefined {
  const name = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent)?.[0]
  return name && [name.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(', ')
}

export function createSite({ url, ancestors, allows, mayAsk, service, proxyHeader, report }: SiteOptions) {
  /** A proxy appends the address that it sees; what comes before it, the client may have written itself. */
  const ipOf = (request: IncomingMessage): string =>
    (proxyHeader && header(request, proxyHeader.toLowerCase())?.split(',').at(-1)?.trim()) ||
    (request.socket.remoteAddress ?? '')
  const page = (name: PageName, data: Record<string, string> = {}, status = 200) => ({
    status,
    type: 'text/html; charset=utf-8',
    body: loginPage(name, data),
    headers: pageHeaders(name === 'frame' ? ancestors : undefined),
  })

  const api = async (name: string, request: IncomingMessage, response: ServerResponse) => {
    // Only our own pages may post. Browsers set the origin header themselves, and scripts cannot change it.
    if (request.headers.origin !== url) throw new Denied('Only for the service itself', 403)
    const given: unknown = JSON.parse((await readBody(request)).toString('utf8') || '{}')
    if (name === 'open') {
      const { origin, projectId, frame } = opening.parse(given)
      if (origin !== url && !(isOrigin(origin) && allows(origin)))
        throw new Denied('This site is not allowed to use the login service', 403)
      const ip = ipOf(request)
      // A frame that comes back is no new one.
      if (!service().frames.find(frame)) service().limits.open(ip)
      const opened = service().frames.open(origin, projectId, ip, frame)
      return send(response, { json: { frame: opened.id, networks: service().networks() } })
    }
    if (name === 'device') return send(response, { json: await device(given, cookiesOf(request)) })
    if (name === 'undo') return send(response, { json: await undo(given) })
    const frame = service().frames.find(header(request, 'x-frame'))
    if (!frame) throw new Denied('The frame has to open first', 401)
    frame.ip = ipOf(request)
    frame.language = await languageOf(header(request, 'accept-language'))
    const browser = browserOf(header(request, 'user-agent'))
    if (browser !== undefined) frame.browser = browser
    const { payload, chainId, proof } = body.parse(given)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const told = await answerApi(service(), name, payload, {
      frame,
      token: /^Bearer (.+)$/.exec(header(request, 'authorization') ?? '')?.[1],
      device: header(request, 'x-device'),
      proof,
      browser,
      caip: chainId === undefined ? 'eip155:1' : caipOf(chainId),
      signal: left.signal,
    })
    send(response, { json: told })
  }
  const device = async (given: unknown, cookies: readonly string[]) => {
    const { token, approve } = object({ token: text }, { approve: text }).parse(given)
    if (approve === undefined) return service().approvals.find(token, cookies)
    await service().email.approve(token, cookies)
    return {}
  }

  const undo = async (given: unknown) => {
    const { token, approve } = object({ token: text }, { approve: text }).parse(given)
    if (approve === undefined) return service().undo.find(token)
    await service().takeBack(token)
    return {}
  }

  const social = async (path: string[], query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => {
    const state = query.get('state') ?? ''
    const name = cookieName(state)
    const cookie = (value: string, age: number, { named = name, at = '/social' } = {}) =>
      response.appendHeader('set-cookie', `${named}=${value}; Path=${at}; HttpOnly; SameSite=Lax; Max-Age=${age}`)
    if (path[0] === 'start') {
      const { location, cookie: value } = service().flows.start(state)
      cookie(value, 600)
      response.setHeader('referrer-policy', 'no-referrer')
      response.setHeader('cache-control', 'no-store')
      return void response.writeHead(302, { location }).end()
    }
    if (path[0] !== 'callback') throw new Denied('There is nothing here', 404)
    const ended = await service().flows.end(path[1] ?? '', query, cookieOf(request, name))
    cookie('', 0)
    const { origin, resultUri, back, proof, identity } = ended
    // For the link of a mail, which works in this browser only. The result and the link live for ten minutes each.
    cookie(ended.cookie, 1_200, { named: name.replace('login', 'approve'), at: '/api/device' })
    const known = await service().users.byIdentity(identity.login, identity.email)
    const asks = known?.known && (known.email === null || !known.logins.includes(identity.login))
    const ask = asks && { ask: known.email ?? identity.name ?? 'your account', brand: path[1] ?? '' }
    send(response, page('callback', { origin, result: resultUri, proof, ...(back && { back }), ...ask }))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [first = '', ...rest] = pathname.split('/').filter(Boolean)
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    if (first === 'api' && request.method === 'POST') return api(rest[0] ?? '', request, response)
    if (!isGet) throw new Denied('There is nothing here', 404)
    switch (first) {
      case 'sdk':
        return send(response, page('frame', { review: service().rules.review }))
      case 'device':
      case 'review':
      case 'undo':
      case 'dashboard':
        return send(response, page(first))
      case 'social':
        return social(rest, searchParams, request, response)
      case 'login.js':
      case 'login-pages.js': {
        const script = await loginScript(first === 'login.js' ? 'login' : 'pages')
        return send(response, { type: 'text/javascript; charset=utf-8', body: script })
      }
      case 'language':
        response.setHeader('vary', 'accept-language')
        return send(response, { json: await languageOf(rest[0] ?? header(request, 'accept-language')) })
      case 'login.css':
        return send(response, { type: 'text/css; charset=utf-8', body: loginStyle })
      default:
        throw new Denied('There is nothing here', 404)
    }
  }

  /** A visitor gets a page with a message; the frame gets JSON. */
  const refuse = (error: unknown, request: IncomingMessage, response: ServerResponse) => {
    if (report && !isForVisitors(error)) {
      report(error)
      return refuse(new Denied('Something went wrong. Try again later.', 500), request, response)
    }
    const known = error instanceof Denied || error instanceof BundlerError
    const status = error instanceof Denied ? error.status : error instanceof Refusal ? error.status : 400
    const said = error instanceof Error ? error.message : String(error)
    const code = known ? error.code : undefined
    if (request.method !== 'POST') return send(response, page('failed', { text: said }, status))
    send(response, { status, json: { message: said, ...(code !== undefined && { code }) } })
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!mayAsk(request)) return send(response, { status: 403, json: { message: 'Not for this host or origin' } })
    handle(request, response).catch((error: unknown) => refuse(error, request, response))
  }
}
