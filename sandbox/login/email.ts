/** Logging in by email, and changing the email address. */
import { parseEmail } from './address.ts'
import type { Codes, Purpose } from './codes.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Approvals } from './devices.ts'
import type { Frame } from './frames.ts'
import { changedLetter, codeLetter, deviceLetter } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import type { Sessions } from './sessions.ts'
import type { Users } from './users.ts'

export type EmailRules = {
  /** How long codes and links work, in ms. */
  codeTtl: number
  /**
   * When a mail must approve a browser: `true` for every unknown browser, `false` never, `'returning'` for an unknown
   * browser of a user who has logged in before.
   */
  devices: boolean | 'returning'
}

type Parts = {
  url: string
  rules: () => EmailRules
  users: Users
  sessions: Sessions
  codes: Codes
  approvals: Approvals
  post: Post
}

export function createEmailLogin({ url, rules, users, sessions, codes, approvals, post }: Parts) {
  const minutes = () => Math.max(1, Math.round(rules().codeTtl / 60_000))
  const host = (frame: Frame) => new URL(frame.origin).host

  /** Counts the mail before sending it, so that a slow mail server does not allow more of them. */
  const sendCode = async (frame: Frame, purpose: Purpose, email: string, { counted = true } = {}) => {
    if (counted) codes.limit(email)
    await post.send(codeLetter(email, codes.make(frame.id, purpose, email), purpose, host(frame), minutes()))
  }
  const mustApprove = (user: User | undefined, frame: Frame, email: string, device: string | undefined): boolean => {
    if (frame.approved === email || (user && sessions.knows(user, device))) return false
    const { devices } = rules()
    return devices === 'returning' ? Boolean(user?.known) : devices
  }
  return {
    sendCode,
    /** @param current the signed-in user @param device the browser's device token */
    async connect(frame: Frame, given: string, current: User | undefined, device: string | undefined) {
      const email = parseEmail(given)
      const user = users.byEmail(email)
      if (current && current === user) return { action: 'CONNECT' as const }
      if (!mustApprove(user, frame, email, device)) {
        await sendCode(frame, 'login', email)
        return { action: 'VERIFY_OTP' as const }
      }
      codes.limit(email)
      // The token is in the fragment, so that no server and no log sees it.
      const link = `${url}/device#${approvals.ask(frame, email)}`
      await post.send(deviceLetter(email, link, host(frame), minutes()))
      return { action: 'VERIFY_DEVICE' as const }
    },
    /** The visitor pressed the mail's link, so send the code that the visitor waits for next. */
    async approve(token: string) {
      const { email, frame } = approvals.approve(token)
      await sendCode(frame, 'login', email, { counted: false })
    },
    /** @returns the user whose address the code proved */
    login: async (frame: Frame, otp: string) => users.withEmail(codes.use(frame.id, 'login', otp)),
    async update(frame: Frame, user: User, given: string) {
      const email = parseEmail(given)
      users.checkFree(email, user)
      frame.newEmail = email
      await sendCode(frame, user.email ? 'updateOld' : 'updateNew', user.email ?? email)
      return { action: user.email ? ('VERIFY_PRIMARY_OTP' as const) : ('VERIFY_SECONDARY_OTP' as const) }
    },
    async updateOld(frame: Frame, otp: string) {
      codes.use(frame.id, 'updateOld', otp)
      if (!frame.newEmail) throw new Denied('Start with the new address')
      await sendCode(frame, 'updateNew', frame.newEmail)
    },
    async updateNew(frame: Frame, user: User, otp: string) {
      const newEmail = codes.use(frame.id, 'updateNew', otp)
      // Another user may have taken the address in the meantime.
      users.checkFree(newEmail, user)
      const before = user.email
      users.setEmail(user, newEmail)
      delete frame.newEmail
      if (before) await post.send(changedLetter(before))
      return { newEmail }
    },
  }
}
