/** Login by email, and the approval of unknown browsers by email, which logins at providers may need too. */
import { APPROVE_FIRST } from '../../runtime/auth/messages.ts'
import { parseEmail } from './address.ts'
import type { Codes } from './codes.ts'
import type { User } from './database.ts'
import { Denied, loginEnded } from './denied.ts'
import { aboutUser, type Approvals } from './devices.ts'
import type { Frame } from './frames.ts'
import type { Limiter } from './limits.ts'
import { letters, type Letter } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import { hostOf, minutesOf, type SendCode } from './sendCode.ts'
import type { LoggedIn, Sessions } from './sessions.ts'
import { epochOf } from './store.ts'
import type { Users } from './users.ts'

export type EmailRules = {
  /** How long codes and links work, in ms. */
  codeTtl: number
  /**
   * When a mail must approve a browser: `true` for every unknown browser, `false` never, `'returning'` for an unknown
   * browser of a user who has logged in before. With `'returning'` the page always shows the field for a code, and only
   * the mail says that the browser must be approved first: otherwise a page could learn whether an address has an
   * account. Exception for all three values: a provider's login that may have been made in another browser (`bound` is
   * false) always needs the mail, unless the user has used the frame's browser before.
   */
  devices: boolean | 'returning'
}

type Admission = { email: string | null; device: string | undefined; bound: boolean; cookie?: string }

type Parts = {
  url: string
  rules: () => EmailRules
  users: Users
  sessions: Sessions
  codes: Codes
  limits: Limiter
  approvals: Approvals
  post: Post
  sendCode: SendCode
}

export function createEmailLogin({ url, rules, users, sessions, codes, limits, approvals, post, sendCode }: Parts) {
  const minutes = () => minutesOf(rules().codeTtl)
  const shown = (frame: Frame) => ({ site: hostOf(frame), browser: frame.browser, isBound: false })

  const mustApprove = async (user: User | undefined, frame: Frame, email: string, device: string | undefined) => {
    if (await approvals.allows(frame, { ...aboutUser(user), email })) return false
    if (user && (await sessions.knows(user, device))) return false
    const { devices } = rules()
    return devices === 'returning' ? Boolean(user?.known) : devices
  }
  return {
    sendCode,
    /** Sends a notice about something that happened to the account; the mail limits do not count it. */
    tell: (letter: Letter) => post.send(letter),
    /**
     * Begins a login: mails a code, or a link if this browser must be approved. @param current the signed-in user
     * @param device the browser's device token @returns what the page has to do next
     */
    async connect(frame: Frame, given: string, current: User | undefined, device: string | undefined) {
      const email = parseEmail(given)
      const user = await users.byEmail(email)
      if (current && current.id === user?.id) return { action: 'CONNECT' as const }
      if (!(await mustApprove(user, frame, email, device))) {
        await sendCode(frame, 'login', email, { device, user })
        await approvals.pretend(frame)
        return { action: 'VERIFY_OTP' as const }
      }
      await limits.mail(frame, email)
      // Expect a code although none is sent: otherwise the error for a wrong code would reveal that the address has an
      // account.
      await codes.expect(frame.id, 'login', email, { ip: frame.ip })
      // The token is in the fragment, which browsers do not send, so that no log contains it.
      const link = `${url}/device#${await approvals.ask(frame, { ...aboutUser(user), email })}`
      await post.send(letters(frame.language).device(email, link, shown(frame), minutes()))
      return { action: rules().devices === true ? ('VERIFY_DEVICE' as const) : ('VERIFY_OTP' as const) }
    },
    /**
     * Returns if a provider's login may be used in this frame; otherwise mails a link that approves it, and throws.
     * @param about `bound`: whether the login was made in this browser (always true for Farcaster, which cannot prove
     * it). `email`: where to mail the link. `cookie`: the cookie of the browser in which the link works; without it the
     * link works in every browser
     * @throws Denied when the person has to approve the browser first, or there is no address for the link
     */
    async admit(frame: Frame, login: string, user: User | undefined, about: Admission) {
      const { email, device, bound, cookie } = about
      const what = email === null ? undefined : { ...aboutUser(user), email, login }
      if ((what && (await approvals.allows(frame, what))) || (user && (await sessions.knows(user, device)))) return
      const { devices } = rules()
      if (bound && !(devices === 'returning' ? user?.known : devices)) return
      if (!what) {
        // There is no address for a mail that asks the person. A bound login may pass: for Farcaster, the wallet has
        // asked the person; for other providers, the service's page in the popup has, if the account was used before.
        if (bound) return
        throw new Denied('This login needs a browser that opens windows, or an email address on your account', 403)
      }
      await limits.mail(frame, what.email)
      const link = `${url}/device#${await approvals.ask(frame, { ...what, ...(cookie !== undefined && { cookie }) })}`
      const where = { ...shown(frame), isBound: cookie !== undefined }
      await post.send(letters(frame.language).device(what.email, link, where, minutes()))
      throw new Denied(APPROVE_FIRST, 403)
    },
    /**
     * Approves the browser of a mailed link. For an email login, then mails the code; no mail limit counts that mail.
     */
    async approve(token: string, cookies: readonly string[]) {
      const { email, frame, code, epoch } = await approvals.approve(token, cookies)
      if (code) await sendCode(frame, 'login', email, { counted: false, user: { epoch } })
    },
    /**
     * Logs in with a mailed code, which is used up.
     * @returns the user with the address to which the code was sent, new if there was none
     * @throws Denied for a wrong code, or if the account's epoch has changed since the code was requested
     */
    async login(frame: Frame, otp: string): Promise<LoggedIn> {
      const { email, epoch } = await codes.redeem(frame.id, 'login', otp)
      const found = await users.byEmail(email)
      if (epochOf(found ?? {}) !== epoch) throw loginEnded()
      const user = found ?? (await users.withEmail(email))
      return { user: { ...user, epoch }, by: [email] }
    },
  }
}
