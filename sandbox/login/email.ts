/** Logging in by email, and approving a browser by email for other ways to log in. */
import { APPROVE_FIRST } from '../../runtime/auth/messages.ts'
import { parseEmail } from './address.ts'
import type { Codes } from './codes.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Approvals } from './devices.ts'
import type { Frame } from './frames.ts'
import type { Limiter } from './limits.ts'
import { letters, type Letter } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import { hostOf, minutesOf, type SendCode } from './sendCode.ts'
import type { Sessions } from './sessions.ts'
import type { Users } from './users.ts'

export type EmailRules = {
  /** How long codes and links work, in ms. */
  codeTtl: number
  /**
   * When a mail must approve a browser: `true` for every unknown browser, `false` never, `'returning'` for an unknown
   * browser of a user who has logged in before. With `'returning'` the page is always asked for a code, and only the
   * mail says that the browser must be approved first: the page must not learn whether the address has an account.
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
    if (await approvals.allows(frame, { user: user?.id, email })) return false
    if (user && (await sessions.knows(user, device))) return false
    const { devices } = rules()
    return devices === 'returning' ? Boolean(user?.known) : devices
  }
  return {
    sendCode,
    /** Sends a notice, which no limit counts. */
    tell: (letter: Letter) => post.send(letter),
    /** @param current the signed-in user @param device the browser's device token */
    async connect(frame: Frame, given: string, current: User | undefined, device: string | undefined) {
      const email = parseEmail(given)
      const user = await users.byEmail(email)
      if (current && current.id === user?.id) return { action: 'CONNECT' as const }
      if (!(await mustApprove(user, frame, email, device))) {
        await sendCode(frame, 'login', email, { device })
        await approvals.pretend(frame)
        return { action: 'VERIFY_OTP' as const }
      }
      await limits.mail(frame, email)
      // Without a code to wait for, a wrong one would get another answer than for an address without an account.
      await codes.expect(frame.id, 'login', email, { ip: frame.ip })
      // The token is in the fragment, so that no server and no log sees it.
      const link = `${url}/device#${await approvals.ask(frame, { user: user?.id, email })}`
      await post.send(letters(frame.language).device(email, link, shown(frame), minutes()))
      return { action: rules().devices === true ? ('VERIFY_DEVICE' as const) : ('VERIFY_OTP' as const) }
    },
    /**
     * Lets the browser of a frame in with a provider's login, or mails a link that approves it.
     * @param bound whether the login was made in this browser @param email where the link goes
     * @param cookie what marks the browser in which the link works; without it the link works in every browser
     * @throws Denied when the browser has to be approved first
     */
    async admit(frame: Frame, login: string, user: User | undefined, about: Admission) {
      const { email, device, bound, cookie } = about
      const what = email === null ? undefined : { user: user?.id, email, login }
      if ((what && (await approvals.allows(frame, what))) || (user && (await sessions.knows(user, device)))) return
      const { devices } = rules()
      if (bound && !(devices === 'returning' ? user?.known : devices)) return
      if (!what) {
        // The service's own page in the popup has asked the person, because there is no address to ask at.
        if (bound) return
        throw new Denied('This login needs a browser that opens windows, or an email address on your account', 403)
      }
      await limits.mail(frame, what.email)
      const link = `${url}/device#${await approvals.ask(frame, { ...what, ...(cookie !== undefined && { cookie }) })}`
      const where = { ...shown(frame), isBound: cookie !== undefined }
      await post.send(letters(frame.language).device(what.email, link, where, minutes()))
      throw new Denied(APPROVE_FIRST, 403)
    },
    /** The visitor pressed the mail's link, so send the code that the visitor waits for next. */
    async approve(token: string, cookies: readonly string[]) {
      const { email, frame, code } = await approvals.approve(token, cookies)
      if (code) await sendCode(frame, 'login', email, { counted: false })
    },
    /** @returns the user whose address the code proved */
    login: async (frame: Frame, otp: string) => users.withEmail(await codes.use(frame.id, 'login', otp)),
  }
}
