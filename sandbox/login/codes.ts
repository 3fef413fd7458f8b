/**
 * One-time codes: six digits, valid for minutes, usable once, only in the session that requested them, and locked after
 * five wrong attempts.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { Denied } from './denied.ts'
import type { Asker, Limiter } from './limits.ts'
import { isSame, randomCode, randomToken } from './random.ts'

export type CodeRules = {
  /** How long a code is valid, in ms. */
  codeTtl: number
  /** The number of wrong attempts after which a code locks. */
  tries: number
}

/** Ten minutes and five attempts: NIST SP 800-63B 3.1.3 allows no longer lifetime, and far more attempts. */
export const codeRules: CodeRules = { codeTtl: 600_000, tries: 5 }

/** What a code is for. A code for a login cannot change an address. */
export type Purpose = 'login' | 'updateOld' | 'updateNew' | 'export' | 'forget'

/** `asker`: who asked for it. Its wrong attempts count for them. */
type Code = { hash: string; email: string; asker: Asker; until: number; wrong: number }

export function createCodes(rules: () => CodeRules, limits: Pick<Limiter, 'mayTry' | 'wrongCode'>, now: () => number) {
  // In memory only: whoever reads the hashes could try all million codes, so the pepper must not be stored with them.
  const pepper = randomBytes(32)
  const hash = (key: string, code: string) => createHmac('sha256', pepper).update(`${key} ${code}`).digest('hex')
  const codes = new Map<string, Code>()
  const keyOf = (session: string, purpose: Purpose) => `${session} ${purpose}`

  return {
    /** A new code for this session and purpose. The previous one becomes invalid. */
    make(session: string, purpose: Purpose, email: string, asker: Asker): string {
      const code = randomCode()
      this.expect(session, purpose, email, asker, code)
      return code
    },
    /** As {@link make}, but the code is `code`; without one, no code is right. */
    expect(session: string, purpose: Purpose, email: string, asker: Asker, code = randomToken()) {
      for (const [key, { until }] of codes) if (until < now()) codes.delete(key)
      const key = keyOf(session, purpose)
      codes.set(key, { hash: hash(key, code), email, asker, until: now() + rules().codeTtl, wrong: 0 })
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
      limits.mayTry(code.email, code.asker)
      if (!isSame(code.hash, hash(key, given.trim()))) {
        code.wrong += 1
        limits.wrongCode(code.email, code.asker)
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
    /** Invalidates every code that was sent to an address, in all sessions. */
    dropFor(email: string) {
      for (const [key, code] of codes) if (code.email === email) codes.delete(key)
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
