/** Approval of a new browser by a link in a mail. The link works once, and so does the approval. */
import { flag, object, type Parsed, text } from '../../runtime/auth/shape.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { languageOf } from './languages.ts'
import { hashOf, isSame, randomId, randomToken } from './random.ts'
import { put, take, type Transient } from './transient.ts'
import { waitFor } from './waiting.ts'

/**
 * What an approval is for. `user` is the id of the account, undefined where there is none yet. `login`: the provider's login
 * that waits; without it an email login waits.
 */
export type Approved = { user: string | undefined; email: string; login?: string }
/**
 * `cookie`: what marks the browser that logged in at the provider. Then the link works only there. Whoever can log in at a
 * provider of somebody may cause the mail from a browser of their own, under the name of any site; a press of the person, in
 * the person's browser, must not let that browser in. An email login needs no such mark, because the code that follows the
 * link goes to the person. A code after a provider's login would need a field for it in every site's modal, and could
 * be talked out of a person; this needs nothing of the sites, and there is nothing to give away.
 *
 * What remains: somebody who logs in at the provider by a link of the attacker, and then opens the mail's link and presses,
 * lets the attacker's frame in. Without a popup (Telegram) that cannot be told from a person's own login. A Farcaster login has
 * no popup, so no mark: the wallet's signature for the site and one press let it in.
 */
const about = { user: text, login: text }
const asking = { id: text, origin: text, projectId: text, ip: text, language: text }
const askedShape = object(
  { email: text, id: text, frame: object(asking, { browser: text }) },
  { ...about, cookie: text },
)
const approvedShape = object({ email: text }, about)
/** What a frame waits for: the approval `id`, by the link whose hash is `link`. */
const waitingShape = object({ id: text, isApproved: flag }, { link: text })

const ELSEWHERE = 'Open this link in the browser in which you log in. If you do not log in anywhere, close this page.'

export type Approvals = ReturnType<typeof createApprovals>

const old = () => new Denied('This link was used already, or is too old.', 410)
const aboutUser = (user: string | undefined) => (user === undefined ? {} : { about: user })

/** @param life how long a link works, and then its approval, in ms */
export function createApprovals(life: () => number, transient: Transient, now: () => number) {
  const links = transient.collection('links', askedShape)
  /** By frame: approvals that no login has used yet. */
  const unused = transient.collection('approved', approvedShape)
  /** By frame. */
  const waits = transient.collection('waits', waitingShape)
  /** A frame waits for a link no longer than the link and its approval last. */
  const waitEntry = (value: Parsed<typeof waitingShape>) => ({ value, until: now() + 2 * life() })

  const live = async (token: string, cookies: readonly string[]) => {
    const asked = await links.get(hashOf(token))
    // An older link of the same frame is invalid.
    if (!asked || (await waits.get(asked.frame.id))?.link !== hashOf(token)) throw old()
    const { cookie } = asked
    if (cookie !== undefined && !cookies.some((each) => isSame(each, cookie))) throw new Denied(ELSEWHERE, 403)
    return asked
  }
  return {
    /** @returns the link's token; an older link of the same frame becomes invalid */
    async ask(frame: Frame, { user, ...what }: Approved & { cookie?: string }): Promise<string> {
      const [token, id] = [randomToken(), randomId()]
      const { language, browser, ...rest } = frame
      const asker = { ...rest, language: language?.tag ?? '', ...(browser !== undefined && { browser }) }
      const value = { ...what, ...(user !== undefined && { user }), id, frame: asker }
      await put(links, hashOf(token), { value, until: now() + life(), ...aboutUser(user) })
      await put(waits, frame.id, waitEntry({ id, isApproved: false, link: hashOf(token) }))
      return token
    },
    /** Lets the frame wait as if a link had been sent, so that waiting does not tell whether there is one. */
    pretend: (frame: Frame) => put(waits, frame.id, waitEntry({ id: randomId(), isApproved: false })),
    /**
     * The site and the browser that asked, and whether a code follows.
     * @param cookies the values that the browser has @throws Denied for a link that is used, expired or another browser's
     */
    async find(
      token: string,
      cookies: readonly string[],
    ): Promise<{ email: string; origin: string; browser: string | null; code: boolean }> {
      const { email, frame, login } = await live(token, cookies)
      return { email, origin: frame.origin, browser: frame.browser ?? null, code: login === undefined }
    },
    /** `code`: a code has to follow. @throws Denied as {@link find} does */
    async approve(token: string, cookies: readonly string[]): Promise<{ email: string; frame: Frame; code: boolean }> {
      await live(token, cookies)
      const asked = await take(links, hashOf(token))
      if (!asked) throw old()
      const { id, user, email, frame, login } = asked
      const value = { email, ...(user !== undefined && { user }), ...(login !== undefined && { login }) }
      await put(unused, frame.id, { value, until: now() + life(), ...aboutUser(user) })
      await waits.update([frame.id], ([found]) => ({
        next: [found && waitEntry(found.id === id ? { ...found, isApproved: true } : found)],
        result: undefined,
      }))
      return { email, frame: { ...frame, language: await languageOf(frame.language) }, code: login === undefined }
    },
    /** Whether a person has approved exactly this for the frame's browser, a short time ago. */
    async allows(frame: Frame, { user, email, login }: Approved): Promise<boolean> {
      const found = await unused.get(frame.id)
      return found !== undefined && found.user === user && found.email === email && found.login === login
    },
    /** A login has used the frame's approval. */
    use: (frame: Frame) => put(unused, frame.id, undefined),
    /** Voids the links and unused approvals of a user, whichever frame has them. */
    async drop({ id }: Pick<User, 'id'>): Promise<void> {
      await links.drop(id)
      await unused.drop(id)
    },
    /** Resolves when the frame's browser is approved. */
    async wait(frame: Frame, signal: AbortSignal): Promise<void> {
      const asked = await waits.get(frame.id)
      if (!asked) throw new Denied('No browser waits for approval')
      const isApproved = async () => {
        const found = await waits.get(frame.id)
        return found?.id === asked.id && found.isApproved
      }
      await waitFor(isApproved, life(), signal)
      await waits.update([frame.id], ([found]) => ({
        next: [found && found.id !== asked.id ? waitEntry(found) : undefined],
        result: undefined,
      }))
    },
  }
}
