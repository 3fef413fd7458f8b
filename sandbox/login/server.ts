/** The login service's HTTP endpoints: its pages with their scripts and languages, and `POST /api/{NAME}`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { send } from '../answer.ts'
import { Refusal } from '../refusal.ts'
import { Denied } from './denied.ts'
import { languageOf } from './languages.ts'
import { loginPage, pageHeaders, type PageName } from './pages.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import type { Core } from './core.ts'
import { answerForm, answerPopup } from './popup.ts'
import { answerPost, type Site } from './posts.ts'
import { headerOf } from './received.ts'
import { UnknownNetwork } from './rpc/chainId.ts'
import { Invalid } from './rpc/params.ts'
import { loginScript } from './script.ts'
import { scriptIn } from './scripts.ts'
import { isForVisitors } from './visitors.ts'
import loginStyle from './login.css.ts'

/**
 * `ancestors`: the origins that may embed the frame, as in a Content-Security-Policy. `mayAsk`: whether to answer a
 * request at all, by its host and origin. `report`: called with unexpected errors, of which visitors then see only a
 * general text. Without `report` visitors see the error's message, which helps a developer.
 */
export type SiteOptions = Omit<Site, 'service'> & {
  ancestors: string
  mayAsk: (request: IncomingMessage) => boolean
  service: () => Core
  report?: (error: unknown) => void
}

export function createSite({ ancestors, mayAsk, service, report, ...site }: SiteOptions) {
  const { url } = site
  const page = (name: PageName, data: Record<string, string> = {}, status = 200) => ({
    status,
    type: 'text/html; charset=utf-8',
    body: loginPage(name, data),
    headers: pageHeaders(name === 'frame' ? ancestors : undefined),
  })

  const popup = async (path: string[], query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => {
    const data = await answerPopup(service(), path, query, request, response)
    if (data) send(response, page('callback', data))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [first = '', ...rest] = pathname.split('/').filter(Boolean)
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    if (first === 'api' && request.method === 'POST')
      return answerPost({ ...site, service: service() }, rest[0] ?? '', request, response)
    if (first === 'social' && rest[0] === 'callback' && request.method === 'POST')
      return answerForm(pathname, request, response)
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
        return popup(rest, searchParams, request, response)
      case 'language':
        response.setHeader('vary', 'accept-language')
        return send(response, { json: await languageOf(rest[0] ?? headerOf(request, 'accept-language')) })
      case 'login.css':
        return send(response, { type: 'text/css; charset=utf-8', body: loginStyle })
      default: {
        const script = scriptIn(first)
        if (!script) throw new Denied('There is nothing here', 404)
        return send(response, { type: 'text/javascript; charset=utf-8', body: await loginScript(script) })
      }
    }
  }

  /** Answers with an error: as JSON to a POST request, else as a page. */
  const refuse = (error: unknown, request: IncomingMessage, response: ServerResponse) => {
    if (report && !isForVisitors(error)) {
      report(error)
      return refuse(new Denied('Something went wrong. Try again later.', 500), request, response)
    }
    const known =
      error instanceof Denied ||
      error instanceof BundlerError ||
      error instanceof Invalid ||
      error instanceof UnknownNetwork
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
