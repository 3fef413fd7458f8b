/**
 * Approval of a new browser by a mailed link. The link works once. The approval is for one frame, that is one tab of
 * that browser, and one login uses it up.
 */
import { flag, number, object, type Parsed, text } from '../../runtime/auth/shape.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { languageOf } from './languages.ts'
import { hashOf, isSame, randomId, randomToken } from './random.ts'
import { epochOf } from './store.ts'
import { put, take, type Transient } from './transient.ts'
import { waitFor } from './waiting.ts'

/**
 * The login that an approval allows. `user` is the id of the account, undefined if there is none yet. `epoch` is the
 * account's `epoch` (see `User`) when the login began, 0 without an account. `login` is the identity at a provider
 * (`google:…`); without it the login is by email.
 */
export type Approved = { user: string | undefined; epoch: number; email: string; login?: string }

const about = { user: text, epoch: number, login: text }
const asking = { id: text, origin: text, projectId: text, ip: text, language: text }
/**
 * A mailed link. `cookie` is the value of a cookie that the browser got when it logged in at the provider: the link
 * works only in that browser. Reason: an attacker who can log in at a person's provider could cause this mail from the
 * attacker's own browser, and the person's press on the link would approve that browser. An email login needs no
 * cookie, because the login also needs a code, which is mailed to the person.
 *
 * Two attacks remain possible. If a person logs in at the provider through an attacker's link, and then presses the
 * mailed link, the attacker's frame is approved: a person's own login without a popup (in Telegram) looks the same. And
 * a Farcaster login has no popup, so no cookie: the wallet's signature and one press on the link approve any browser.
 */
const askedShape = object(
  { email: text, id: text, frame: object(asking, { browser: text }) },
  { ...about, cookie: text },
)
const approvedShape = object({ email: text }, about)
/**
 * The approval (`id`) for which a frame waits. `link` is the hash of the mailed link's token; absent if none was sent.
 */
const waitingShape = object({ id: text, isApproved: flag }, { link: text })

/** The ms after a waiting request has got its approval in which further requests of the same frame get it too. */
const GRACE = 5_000

const ELSEWHERE = 'Open this link in the browser in which you log in. If you do not log in anywhere, close this page.'

export type Approvals = ReturnType<typeof createApprovals>

const old = () => new Denied('This link was used already, or is too old.', 410)
const aboutId = (user: string | undefined) => (user === undefined ? {} : { about: user })
/** The fields `user` and `epoch` of an approval that is for this account. */
export const aboutUser = (user: User | undefined) => ({ user: user?.id, epoch: epochOf(user ?? {}) })

/**
 * Creates the links that approve browsers, and the approvals.
 * @param life how long a mailed link works, and how long an approval by it is valid, in ms
 */
export function createApprovals(life: () => number, transient: Transient, now: () => number) {
  const links = transient.collection('links', askedShape)
  /** Approvals that no login has used yet, by the frame's id. */
  const unused = transient.collection('approved', approvedShape)
  /** The newest approval for which each frame waits, by the frame's id. */
  const waits = transient.collection('waits', waitingShape)
  /**
   * The entry of a frame's wait. It is kept for as long as the link can be pressed and its approval can then be used.
   */
  const waitEntry = (value: Parsed<typeof waitingShape>) => ({ value, until: now() + 2 * life() })

  const live = async (token: string, cookies: readonly string[]) => {
    const asked = await links.get(hashOf(token))
    // Refuse an unknown link, and one that a newer link of the same frame has replaced.
    if (!asked || (await waits.get(asked.frame.id))?.link !== hashOf(token)) throw old()
    const { cookie } = asked
    if (cookie !== undefined && !cookies.some((each) => isSame(each, cookie))) throw new Denied(ELSEWHERE, 403)
    return asked
  }
  return {
    /**
     * Makes a link that approves a login in a frame.
     * @returns its token, which only the mail may contain; an older link of the same frame becomes invalid
     */
    async ask(frame: Frame, { user, ...what }: Approved & { cookie?: string }): Promise<string> {
      const [token, id] = [randomToken(), randomId()]
      const { language, browser, ...rest } = frame
      const asker = { ...rest, language: language?.tag ?? '', ...(browser !== undefined && { browser }) }
      const value = { ...what, ...(user !== undefined && { user }), id, frame: asker }
      await put(links, hashOf(token), { value, until: now() + life(), ...aboutId(user) })
      await put(waits, frame.id, waitEntry({ id, isApproved: false, link: hashOf(token) }))
      return token
    },
    /**
     * Lets the frame wait although no link was sent: otherwise the method `wait` would tell a page that none was.
     */
    pretend: (frame: Frame) => put(waits, frame.id, waitEntry({ id: randomId(), isApproved: false })),
    /**
     * Describes the login of a link for the page on which the person approves it. `code`: whether a code is mailed
     * next.
     * @param cookies the cookies of the browser that opened the link
     * @throws Denied for a link that is used, replaced or expired, or that works only in another browser
     */
    async find(
      token: string,
      cookies: readonly string[],
    ): Promise<{ email: string; origin: string; browser: string | null; code: boolean }> {
      const { email, frame, login } = await live(token, cookies)
      return { email, origin: frame.origin, browser: frame.browser ?? null, code: login === undefined }
    },
    /**
     * Approves the login of a link and uses the link up. `code`: whether to mail a code next.
     * @throws Denied as `find` does
     */
    async approve(
      token: string,
      cookies: readonly string[],
    ): Promise<{ email: string; frame: Frame; code: boolean; epoch: number }> {
      await live(token, cookies)
      const asked = await take(links, hashOf(token))
      if (!asked) throw old()
      const { id, user, epoch = 0, email, frame, login } = asked
      const value = { email, epoch, ...(user !== undefined && { user }), ...(login !== undefined && { login }) }
      await put(unused, frame.id, { value, until: now() + life(), ...aboutId(user) })
      await waits.update([frame.id], ([found]) => ({
        next: [found && waitEntry(found.id === id ? { ...found, isApproved: true } : found)],
        result: undefined,
      }))
      return {
        email,
        frame: { ...frame, language: await languageOf(frame.language) },
        code: login === undefined,
        epoch,
      }
    },
    /**
     * Whether a person has approved exactly this login for this frame (one tab, not the whole browser), within `life`,
     * and no login has used it.
     */
    async allows(frame: Frame, { user, epoch, email, login }: Approved): Promise<boolean> {
      const found = await unused.get(frame.id)
      if (!found || found.user !== user || (found.epoch ?? 0) !== epoch) return false
      return found.email === email && found.login === login
    },
    /** Uses up the frame's approval: call it when a login succeeds. */
    use: (frame: Frame) => put(unused, frame.id, undefined),
    /** Voids the links and unused approvals of a user, whichever frame has them. */
    async drop({ id }: Pick<User, 'id'>): Promise<void> {
      await links.drop(id)
      await unused.drop(id)
    },
    /**
     * Resolves when the approval for which the frame waits is given.
     * @throws Denied if the frame waits for no approval, after `life`, or when `signal` aborts
     */
    async wait(frame: Frame, signal: AbortSignal): Promise<void> {
      const asked = await waits.get(frame.id)
      if (!asked) throw new Denied('No browser waits for approval')
      const isApproved = async () => {
        const found = await waits.get(frame.id)
        return found?.id === asked.id && found.isApproved
      }
      await waitFor(isApproved, life(), signal)
      // Keep the approval for a moment: other requests of the frame may wait for it too, or the answer to this one may
      // be lost, because the page has just given it up and sends the next.
      await waits.update([frame.id], ([found]) => ({
        next: [found && (found.id === asked.id ? { value: found, until: now() + GRACE } : waitEntry(found))],
        result: undefined,
      }))
    },
  }
}
