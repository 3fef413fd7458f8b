import { isRecord } from '../lib/isRecord.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import type { SiwxOptions } from './contract.ts'
import { createMessage } from './createMessage.ts'
import { messageParams } from './createSiwx.ts'
import { siwxError } from './errors.ts'
import { isCurrent, isFor, parseSession } from './parseSession.ts'
import { parseTime } from './rfc3339.ts'
import type { SIWX, SIWXSession } from './types.ts'

/** Where the server's half answers when the config does not say: the same origin, under its default path. */
const ENDPOINT = '/siwx'

/**
 * Sign-in that a server believes: it makes the nonces, checks what was signed, and keeps sessions behind a cookie that no
 * script reads (`walletkit/siwx-server`). The page stores nothing.
 */
export function createServerSiwx(options: SiwxOptions): SIWX {
  const base = new URL(options.endpoint ?? ENDPOINT, location.href).href.replace(/\/+$/, '')
  const get = (path: string) => ask(`${base}${path}`, { method: 'GET' })
  const post = (path: string, body: object) =>
    ask(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const addSession = async ({ message, signature }: SIWXSession) => void (await post('/verify', { message, signature }))
  return {
    createMessage: async (input) => {
      const { nonce, issuedAt } = parseNonce(await get('/nonce'))
      return createMessage(input, messageParams(options), { nonce, issuedAt })
    },
    addSession,
    revokeSession: async (chainId, address) => void (await post('/sign-out', { chainId, address })),
    setSessions: async (list) => {
      await post('/sign-out', {})
      for (const session of list) await addSession(session)
    },
    getSessions: async (chainId, address) => {
      const { session } = await get('/session')
      const sessions = isRecord(session) && Array.isArray(session['sessions']) ? session['sessions'] : []
      return sessions
        .flatMap((each) => parseSession(each) ?? [])
        .filter((each) => isFor(each, chainId, address) && isCurrent(each, Date.now()))
    },
    getRequired: () => options.required ?? true,
  }
}

/** One attempt, with the cookie. Throws `SIWX_INVALID` for a signature that the server refuses, and an Error for the rest. */
async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(FIVE_SECONDS)
  const response = await fetch(url, { ...init, credentials: 'include', redirect: 'error', cache: 'no-store', signal })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && isRecord(body)) return body
  const { code } = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  const said = new Error(`The sign-in server answered ${response.status}${typeof code === 'string' ? ` ${code}` : ''}`)
  throw code === 'signature' ? siwxError('SIWX_INVALID', said) : said
}

function parseNonce({ nonce, issuedAt }: Record<string, unknown>): { nonce: string; issuedAt: string } {
  if (typeof nonce !== 'string' || !/^[A-Za-z0-9]{8,128}$/.test(nonce)) throw new Error('This is no nonce')
  if (typeof issuedAt !== 'string' || parseTime(issuedAt) === undefined) throw new Error('This is no time')
  return { nonce, issuedAt }
}
