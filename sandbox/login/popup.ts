/** The pages of a social login's popup: to the provider, and back from it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../answer.ts'
import type { Core } from './core.ts'
import { Denied } from './denied.ts'
import { cookieOf } from './received.ts'

/**
 * The name of a popup's cookie. It depends on the popup's `state`, so that two popups do not overwrite each other's
 * cookie.
 */
const cookieName = (state: string) => `login-${state.slice(0, 8).replaceAll(/[^0-9a-f]/g, '')}`

/**
 * Answers `/social/start` with a redirect to the provider, and `/social/callback/{brand}` with the data of the popup's
 * last page.
 * @param path the parts of the path after `/social/`
 * @returns that data; undefined after a redirect
 * @throws Denied for a login that is unknown, ended or cancelled
 */
export async function answerPopup(
  service: Core,
  path: readonly string[],
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Record<string, string> | undefined> {
  const state = query.get('state') ?? ''
  const name = cookieName(state)
  const cookie = (value: string, age: number, { named = name, at = '/social' } = {}) =>
    response.appendHeader('set-cookie', `${named}=${value}; Path=${at}; HttpOnly; SameSite=Lax; Max-Age=${age}`)
  if (path[0] === 'start') {
    const { location, cookie: value } = await service.flows.start(state)
    cookie(value, 600)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('cache-control', 'no-store')
    response.writeHead(302, { location }).end()
    return undefined
  }
  if (path[0] !== 'callback') throw new Denied('There is nothing here', 404)
  const ended = await service.flows.end(path[1] ?? '', query, cookieOf(request, name))
  cookie('', 0)
  const { origin, resultUri, back, proof, identity } = ended
  // This cookie marks the browser in which a mailed link works. It lasts 20 minutes: 10 for the result, then 10 for the
  // link.
  cookie(ended.cookie, 1_200, { named: name.replace('login', 'approve'), at: '/api/device' })
  const known = await service.users.byIdentity(identity.login, identity.email)
  const asks = known?.known && (known.email === null || !known.logins.includes(identity.login))
  const ask = asks && { ask: known.email ?? identity.name ?? 'your account', brand: path[1] ?? '' }
  return { origin, result: resultUri, proof, ...(back && { back }), ...ask }
}

/** The fields of a provider's answer (RFC 6749, 4.1.2). Others are not passed on. */
const ANSWER = ['code', 'state', 'error']

/**
 * Answers a provider that lets the browser post its answer in a form, as Apple does. The browser sends no cookie of the
 * login service with another site's form, so it is redirected to the same address with the answer in the query.
 */
export async function answerForm(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams((await readBody(request)).toString('utf8'))
  const query = new URLSearchParams(ANSWER.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : [])))
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('cache-control', 'no-store')
  response.writeHead(303, { location: `${path}?${query}` }).end()
}
