/** Requests of the login service's own pages: `POST /api/{NAME}`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { anything, matching, object, text } from '../../runtime/auth/shape.ts'
import { readBody, send } from '../answer.ts'
import { answerApi } from './api.ts'
import type { Core } from './core.ts'
import { Denied } from './denied.ts'
import { languageOf } from './languages.ts'
import { unlockShape } from './lock/shapes.ts'
import { browserOf, cookiesOf, headerOf, ipOf } from './received.ts'
import { caipOf } from './rpc/chainId.ts'

/**
 * `url`: the service's own origin. `allows`: whether sites of an origin may embed the frame. `proxyHeader`: the header
 * in which a trusted proxy sends the client's IP address.
 */
export type Site = { url: string; allows: (origin: string) => boolean; proxyHeader?: string; service: Core }

const body = object({}, { payload: anything, chainId: anything, proof: text, unlock: unlockShape })
/** A short project id: the service stores it with each frame for 30 days, and anybody can open thousands of frames. */
const projectId = matching(/^[\s\S]{0,200}$/, 'at most 200 characters')
const opening = object({ origin: text, projectId }, { frame: text })

/**
 * Whether a text is exactly an http or https origin: pages show its host to people, and sessions are bound to it. A host
 * name has at most 253 characters, but `URL` accepts any length.
 */
const isOrigin = (given: string): boolean =>
  given.length <= 300 && /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given

/** Answers `POST /api/{name}`. @throws Denied, or Mismatch for a malformed body, among others */
export async function answerPost(
  { url, allows, service, proxyHeader }: Site,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Only the service's own pages may post. Browsers set the origin header, and scripts cannot change it.
  if (request.headers.origin !== url) throw new Denied('Only for the service itself', 403)
  const given: unknown = JSON.parse((await readBody(request)).toString('utf8') || '{}')
  if (name === 'open') {
    const { origin, projectId, frame } = opening.parse(given)
    if (origin !== url && !(isOrigin(origin) && allows(origin)))
      throw new Denied('This site is not allowed to use the login service', 403)
    const ip = ipOf(request, proxyHeader)
    // After a reload the tab sends its frame's id again. The tab keeps that frame, and the limit does not count it
    // again.
    const known = await service.frames.find(frame, { ip })
    if (known?.origin !== origin) await service.limits.open(ip)
    const id = known?.origin === origin ? known.id : await service.frames.open(origin, projectId, ip)
    return send(response, { json: { frame: id, networks: service.networks() } })
  }
  if (name === 'device') return send(response, { json: await device(service, given, cookiesOf(request)) })
  if (name === 'undo') return send(response, { json: await undo(service, given) })
  const browser = browserOf(headerOf(request, 'user-agent'))
  const frame = await service.frames.find(headerOf(request, 'x-frame'), {
    ip: ipOf(request, proxyHeader),
    language: await languageOf(headerOf(request, 'accept-language')),
    ...(browser !== undefined && { browser }),
  })
  if (!frame) throw new Denied('The frame has to open first', 401)
  const { payload, chainId, proof, unlock } = body.parse(given)
  const left = new AbortController()
  response.once('close', () => left.abort())
  const told = await answerApi(service, name, payload, {
    frame,
    token: /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1],
    device: headerOf(request, 'x-device'),
    proof,
    unlock,
    browser,
    caip: chainId === undefined ? 'eip155:1' : caipOf(chainId),
    signal: left.signal,
  })
  send(response, { json: told })
}
/** Answers the page of a mailed link that approves a browser: describes the login, or with `approve` approves it. */
async function device(service: Core, given: unknown, cookies: readonly string[]) {
  const { token, approve } = object({ token: text }, { approve: text }).parse(given)
  if (approve === undefined) return service.approvals.find(token, cookies)
  await service.email.approve(token, cookies)
  return {}
}

/** Answers the page of a mailed link that undoes a change: describes the change, or with `approve` undoes it. */
async function undo(service: Core, given: unknown) {
  const { token, approve } = object({ token: text }, { approve: text }).parse(given)
  if (approve === undefined) return service.undo.find(token)
  await service.takeBack(token)
  return {}
}
