/**
 * One-time codes: six digits, valid for minutes, usable once, only in the session that requested them, and locked after
 * five wrong attempts.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { mailboxOf } from './address.ts'
import { Denied } from './denied.ts'
import { isSame, randomCode } from './random.ts'

export type CodeRules = {
  /** How long a code is valid, in ms. */
  codeTtl: number
  /** The minimum time between two mails to one address, in ms. */
  resendAfter: number
  /** The maximum number of mails to one address per hour. */
  perHour: number
  /** The number of wrong attempts after which a code locks. */
  tries: number
}

/** Ten minutes and five attempts: NIST SP 800-63B 3.1.3 allows no longer lifetime, and far more attempts. */
export const codeRules: CodeRules = { codeTtl: 600_000, resendAfter: 30_000, perHour: 10, tries: 5 }

/** What a code is for. A code for a login cannot change an address. */
export type Purpose = 'login' | 'updateOld' | 'updateNew' | 'export' | 'forget'

type Code = { hash: string; email: string; until: number; wrong: number }

const HOUR = 3_600_000

export function createCodes(rules: () => CodeRules, now: () => number) {
  // In memory only: whoever reads the hashes could try all million codes, so the pepper must not be stored with them.
  const pepper = randomBytes(32)
  const hash = (key: string, code: string) => createHmac('sha256', pepper).update(`${key} ${code}`).digest('hex')
  const codes = new Map<string, Code>()
  const sent = new Map<string, number[]>()
  const keyOf = (session: string, purpose: Purpose) => `${session} ${purpose}`

  const limit = (email: string) => {
    const { resendAfter, perHour } = rules()
    const mailbox = mailboxOf(email)
    const recent = (sent.get(mailbox) ?? []).filter((at) => now() - at < HOUR)
    const last = recent.at(-1)
    const [oldest = 0] = recent
    const wait = last === undefined ? 0 : last + resendAfter - now()
    const seconds = Math.ceil((recent.length >= perHour ? oldest + HOUR - now() : wait) / 1000)
    if (seconds > 0) throw new Denied(`Please try again after ${seconds} seconds`, 429)
    sent.set(mailbox, [...recent, now()])
  }

  return {
    /** Counts one mail to this address. @throws Denied 429 when it is too soon, or too many */
    limit,
    /** A new code for this session and purpose. The previous one becomes invalid. */
    make(session: string, purpose: Purpose, email: string): string {
      for (const [key, { until }] of codes) if (until < now()) codes.delete(key)
      const [key, code] = [keyOf(session, purpose), randomCode()]
      codes.set(key, { hash: hash(key, code), email, until: now() + rules().codeTtl, wrong: 0 })
      return code
    },
    /** Consumes a code. @returns the address that it was sent to @throws Denied */
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
    /** Invalidates every code of a session, because another person may use it from now on. */
    drop(session: string) {
      for (const key of codes.keys()) if (key.startsWith(`${session} `)) codes.delete(key)
    },
    /** Clears the mail limits of an address, or of all addresses. */
    clear(email?: string) {
      if (email === undefined) sent.clear()
      else sent.delete(mailboxOf(email))
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
