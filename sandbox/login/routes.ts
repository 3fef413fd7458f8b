/** Endpoints of the sandbox that belong to the login service: the inbox, the switches, and Farcaster's approval. */
import type { Answer } from '../answer.ts'
import { parseObject, Refusal } from '../refusal.ts'
import type { Endpoint } from '../routes.ts'
import { Denied } from './denied.ts'
import { mailPage, mailPolicy } from './mail/page.ts'

const json = (value: unknown): Answer => ({ json: value })

/** Converts the service's rejections to the format of the sandbox's endpoints. */
const refused = (error: unknown): never => {
  throw error instanceof Denied ? new Refusal(error.status, 'farcaster', error.message) : error
}

export const loginRoutes: Record<string, Endpoint> = {
  'GET /mail': (_asked, { login }) => ({
    type: 'text/html; charset=utf-8',
    body: mailPage(login.login.mails()),
    headers: { 'content-security-policy': mailPolicy, 'referrer-policy': 'no-referrer' },
  }),
  'GET /sandbox/mail': (asked, { login }) => json({ mails: login.login.mails(asked.query.get('to') ?? undefined) }),
  'GET /sandbox/login': (_asked, { login }) => json(login.rules()),
  'POST /sandbox/login': (asked, { login }) => {
    login.login.set(login.parse(asked.body))
    return json(login.rules())
  },
  'DELETE /sandbox/login': (_asked, { login }) => {
    login.login.clear()
    return json(login.rules())
  },
  'GET /farcaster/:channel': async (asked, { login }) => {
    const farcaster = await login.farcaster()
    try {
      return json(farcaster.describe(asked.params['channel'] ?? ''))
    } catch (error) {
      return refused(error)
    }
  },
  'POST /farcaster/:channel': async (asked, { login }) => {
    const { message, signature } = parseObject(asked.body)
    if (typeof message !== 'string' || typeof signature !== 'string')
      throw new Refusal(400, 'farcaster', 'A message and its signature are expected')
    const farcaster = await login.farcaster()
    return farcaster.approve(asked.params['channel'] ?? '', { message, signature }).then(json, refused)
  },
}
