/** One-time codes: six digits that live minutes, work once, in the session that asked, and lock after five wrong tries. */
import { createHmac, randomBytes } from 'node:crypto'
import { Denied } from './denied.ts'
import { isSame, randomCode } from './random.ts'

export type CodeRules = {
  /** How long a code lives, in ms. */
  codeTtl: number
  /** The least time between two mails to one address, in ms. */
  resendAfter: number
  /** Mails to one address in an hour. */
  perHour: number
  /** Wrong tries that a code bears. */
  tries: number
}

/** Ten minutes and five tries: NIST SP 800-63B 3.1.3 allows no longer, and far more tries. */
export const codeRules: CodeRules = { codeTtl: 600_000, resendAfter: 30_000, perHour: 10, tries: 5 }

/** What a code is for: one that was sent for a login changes no address. */
export type Purpose = 'login' | 'updateOld' | 'updateNew' | 'export' | 'forget'

type Code = { hash: string; email: string; until: number; wrong: number }

const HOUR = 3_600_000

export function createCodes(rules: () => CodeRules, now: () => number) {
  // Kept in memory only. Who reads it could try all million codes: the pepper is not where the hashes are written.
  const pepper = randomBytes(32)
  const hash = (key: string, code: string) => createHmac('sha256', pepper).update(`${key} ${code}`).digest('hex')
  const codes = new Map<string, Code>()
  const sent = new Map<string, number[]>()
  const keyOf = (session: string, purpose: Purpose) => `${session} ${purpose}`

  const limit = (email: string) => {
    const { resendAfter, perHour } = rules()
    const recent = (sent.get(email) ?? []).filter((at) => now() - at < HOUR)
    const last = recent.at(-1)
    const [oldest = 0] = recent
    const wait = last === undefined ? 0 : last + resendAfter - now()
    const seconds = Math.ceil((recent.length >= perHour ? oldest + HOUR - now() : wait) / 1000)
    if (seconds > 0) throw new Denied(`Please try again after ${seconds} seconds`, 429)
    sent.set(email, [...recent, now()])
  }

  return {
    /** Counts one mail to this address. @throws Denied 429 when it is too soon, or too many */
    limit,
    /** A new code for whoever asks in this session; the one before it is dead. */
    make(session: string, purpose: Purpose, email: string): string {
      for (const [key, { until }] of codes) if (until < now()) codes.delete(key)
      const [key, code] = [keyOf(session, purpose), randomCode()]
      codes.set(key, { hash: hash(key, code), email, until: now() + rules().codeTtl, wrong: 0 })
      return code
    },
    /** Uses a code up. @returns the address that it was sent to @throws Denied */
    use(session: string, purpose: Purpose, given: string): string {
      const key = keyOf(session, purpose)
      const code = codes.get(key)
      if (!code) throw new Denied('Ask for a new code first')
      if (code.until < now()) {
        codes.delete(key)
        throw new Denied('This code has expired. Ask for a new one.')
      }
      if (code.wrong >= rules().tries) throw new Denied('Too many wrong codes. Ask for a new one.', 429)
      if (!isSame(code.hash, hash(key, given.trim()))) {
        code.wrong += 1
        const locked = code.wrong >= rules().tries
        throw new Denied(locked ? 'Too many wrong codes. Ask for a new one.' : 'Invalid code. Try again.', 401)
      }
      codes.delete(key)
      return code.email
    },
    /** Ends every code of a session: somebody else may be at it from now on. */
    drop(session: string) {
      for (const key of codes.keys()) if (key.startsWith(`${session} `)) codes.delete(key)
    },
    /** Forgets when an address was last written to. */
    clear(email?: string) {
      if (email === undefined) sent.clear()
      else sent.delete(email)
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
