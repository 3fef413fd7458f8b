/**
 * One-time codes: six digits, valid for minutes, usable once, only in the frame that requested them (here `session`,
 * the frame's id), and locked after five wrong attempts.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { number, object, type Parsed, text } from '../../runtime/auth/shape.ts'
import { asciiDigits } from './asciiDigits.ts'
import { Denied } from './denied.ts'
import { type Asker, askerShape, type Limiter } from './limits.ts'
import { isSame, randomCode, randomToken } from './random.ts'
import { type Entry, put, type Transient } from './transient.ts'

export type CodeRules = {
  /** How long a code is valid, in ms. */
  codeTtl: number
  /** The number of wrong attempts after which a code locks. */
  tries: number
}

/** Ten minutes and five attempts: NIST SP 800-63B 3.1.3 allows no longer lifetime, and far more attempts. */
export const codeRules: CodeRules = { codeTtl: 600_000, tries: 5 }

/** What a code is for. A code for a login cannot change an address. */
const PURPOSES = ['login', 'updateOld', 'updateNew', 'export', 'forget'] as const
export type Purpose = (typeof PURPOSES)[number]

/**
 * A stored code. `asker` is who asked for it. `epoch`, of a login's code, is the account's `epoch` at that time (see
 * `User`: raising it ends logins under way), 0 without an account; it is 0 for other codes. `wrong` is the number of
 * wrong attempts; `until` is in ms since 1970.
 */
const shape = object({ hash: text, email: text, asker: askerShape, until: number, wrong: number }, { epoch: number })

type Code = Parsed<typeof shape>
type Result = { denied: Denied | undefined; isWrong: boolean; epoch?: number }
type Outcome = { next: (Entry<Code> | undefined)[]; result: Result }
/** `epoch` is the account's `epoch` (see `User`) when the login began; 0 if absent, for example without an account. */
type Asking = Asker & { epoch?: number }

export type CodeOptions = {
  rules: () => CodeRules
  limits: Pick<Limiter, 'attempt'>
  transient: Transient
  now: () => number
  /** The secret with which codes are hashed. Without it the process makes its own, which no other process knows. */
  pepper?: Uint8Array
}

export function createCodes({ rules, limits, transient, now, pepper = randomBytes(32) }: CodeOptions) {
  // Whoever reads the hashes could try all million codes, so the pepper must not be stored with them.
  const hashOf = (key: string, code: string) => createHmac('sha256', pepper).update(`${key} ${code}`).digest('hex')
  const codes = transient.collection('codes', shape)
  const keyOf = (session: string, purpose: Purpose) => `${session} ${purpose}`

  const expect = async (session: string, purpose: Purpose, email: string, asking: Asking, code = randomToken()) => {
    const { epoch = 0, ...asker } = asking
    const key = keyOf(session, purpose)
    const hash = hashOf(key, code)
    const until = now() + rules().codeTtl
    // Keep the code twice as long as it is valid: in the second half, the visitor is told that it has expired.
    await put(codes, key, {
      value: { hash, email, asker, until, wrong: 0, epoch },
      until: until + rules().codeTtl,
      about: email,
    })
  }
  /**
   * The error if no attempt is possible: no code was requested, or it has expired or is locked. Undefined if an attempt
   * is possible.
   */
  const refusal = (code: Code | undefined): Denied | undefined => {
    if (!code) return new Denied('Ask for a new code first')
    if (code.until < now()) return new Denied('This code has expired. Ask for a new one.')
    return code.wrong >= rules().tries ? new Denied('Too many wrong codes. Ask for a new one.', 429) : undefined
  }
  /**
   * Uses up a code. @returns the address to which it was sent, and the `epoch` that was stored with it
   * @throws Denied for a code that is wrong, expired, locked or not requested, or after too many wrong codes
   */
  const redeem = async (
    session: string,
    purpose: Purpose,
    given: string,
  ): Promise<{ email: string; epoch: number }> => {
    const key = keyOf(session, purpose)
    const asked = await codes.get(key)
    const refused = refusal(asked)
    if (!asked || refused) throw refused ?? new Denied('Ask for a new code first')
    // Count the attempt as wrong before comparing: otherwise many attempts at the same moment could exceed the limit.
    const uncount = await limits.attempt(asked.email, asked.asker)
    const right = hashOf(key, asciiDigits(given.trim()))
    const { denied, isWrong, epoch } = await codes.update([key], ([code]): Outcome => {
      const refusedNow = refusal(code)
      const same = code && { value: code, until: code.until + rules().codeTtl, about: code.email }
      if (refusedNow) return { next: [same], result: { denied: refusedNow, isWrong: false } }
      // Between the two reads the frame requested a code for another address, for which this attempt was not counted.
      if (code?.email !== asked.email)
        return { next: [same], result: { denied: new Denied('Ask for a new code first'), isWrong: false } }
      if (isSame(code.hash, right))
        return { next: [undefined], result: { denied: undefined, isWrong: false, epoch: code.epoch ?? 0 } }
      const wrong = code.wrong + 1
      const isLocked = wrong >= rules().tries
      const text = isLocked ? 'Too many wrong codes. Ask for a new one.' : 'Invalid code. Try again.'
      return {
        next: [same && { ...same, value: { ...code, wrong } }],
        result: { denied: new Denied(text, 401), isWrong: true },
      }
    })
    if (!isWrong) await uncount()
    if (denied) throw denied
    return { email: asked.email, epoch: epoch ?? 0 }
  }
  return {
    /**
     * Makes a code for a frame (`session` is its id) and a purpose, and returns it. The frame's previous code for this
     * purpose becomes invalid.
     */
    async make(session: string, purpose: Purpose, email: string, asking: Asking): Promise<string> {
      const code = randomCode()
      await expect(session, purpose, email, asking, code)
      return code
    },
    /**
     * Stores a code that nobody knows, so every attempt is wrong. A visitor who gets no code then sees the same errors
     * as one who gets one.
     */
    expect: (session: string, purpose: Purpose, email: string, asker: Asker) => expect(session, purpose, email, asker),
    redeem,
    /** Uses up a code, as `redeem` does. @returns the address to which it was sent */
    use: async (session: string, purpose: Purpose, given: string) => (await redeem(session, purpose, given)).email,
    /** Invalidates every code of a frame (`session` is its id), for example at sign-out: another person may use it. */
    async drop(session: string): Promise<void> {
      const keys = PURPOSES.map((purpose) => keyOf(session, purpose))
      await codes.update(keys, () => ({ next: [], result: undefined }))
    },
    /** Invalidates every code that was sent to an address, for all frames. */
    dropFor: (email: string): Promise<void> => codes.drop(email),
  }
}

export type Codes = ReturnType<typeof createCodes>
