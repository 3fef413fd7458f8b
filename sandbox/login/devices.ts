/** Approval of a new browser by a link in a mail. The link works once, and so does the approval. */
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { hashOf, isSame, randomId, randomToken } from './random.ts'
import { createWaiting } from './waiting.ts'

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
type Asked = Approved & { id: string; frame: Frame; until: number; cookie?: string }

const ELSEWHERE = 'Open this link in the browser in which you log in. If you do not log in anywhere, close this page.'

export type Approvals = ReturnType<typeof createApprovals>

/** @param life how long a link works, and then its approval, in ms */
export function createApprovals(life: () => number, now: () => number) {
  const links = new Map<string, Asked>()
  const approved = createWaiting<true>()
  /** By frame: approvals that no login has used yet. */
  const unused = new Map<string, Approved & { until: number }>()
  return {
    /** @returns the link's token; an older link of the same frame becomes invalid */
    ask(frame: Frame, what: Approved & Pick<Asked, 'cookie'>): string {
      for (const [hash, each] of links) if (each.until < now() || each.frame === frame) links.delete(hash)
      for (const [key, { until }] of unused) if (until < now()) unused.delete(key)
      const [token, id] = [randomToken(), randomId()]
      links.set(hashOf(token), { ...what, id, frame, until: now() + life() })
      frame.waiting = id
      return token
    },
    /** Lets the frame wait as if a link had been sent, so that waiting does not tell whether there is one. */
    pretend(frame: Frame) {
      for (const [hash, each] of links) if (each.frame === frame) links.delete(hash)
      frame.waiting = randomId()
    },
    /**
     * The site and the browser that asked, and whether a code follows.
     * @param cookies the values that the browser has @throws Denied for a link that is used, expired or another browser's
     */
    find(
      token: string,
      cookies: readonly string[],
    ): { email: string; origin: string; browser: string | null; code: boolean } {
      const { email, frame, login } = live(token, cookies)
      return { email, origin: frame.origin, browser: frame.browser ?? null, code: login === undefined }
    },
    /** `code`: a code has to follow. @throws Denied as {@link find} does */
    approve(token: string, cookies: readonly string[]): { email: string; frame: Frame; code: boolean } {
      const { id, user, email, frame, login } = live(token, cookies)
      links.delete(hashOf(token))
      unused.set(frame.id, { user, email, until: now() + life(), ...(login !== undefined && { login }) })
      approved.settle(id, true)
      return { email, frame, code: login === undefined }
    },
    /** Whether a person has approved exactly this for the frame's browser, a short time ago. */
    allows(frame: Frame, { user, email, login }: Approved): boolean {
      const found = unused.get(frame.id)
      if (!found || found.until < now()) return false
      return found.user === user && found.email === email && found.login === login
    },
    /** A login has used the frame's approval. */
    use: (frame: Frame) => void unused.delete(frame.id),
    /** Voids the links and unused approvals of a user, whichever frame has them. */
    drop({ id }: Pick<User, 'id'>) {
      for (const [hash, { user }] of links) if (user === id) links.delete(hash)
      for (const [key, { user }] of unused) if (user === id) unused.delete(key)
    },
    /** Resolves when the frame's browser is approved. */
    async wait(frame: Frame, signal: AbortSignal): Promise<void> {
      if (frame.waiting === undefined) throw new Denied('No browser waits for approval')
      await approved.wait(frame.waiting, life(), signal)
      delete frame.waiting
    },
  }
  function live(token: string, cookies: readonly string[]): Asked {
    const asked = links.get(hashOf(token))
    if (!asked || asked.until < now()) throw new Denied('This link was used already, or is too old.', 410)
    const { cookie } = asked
    if (cookie !== undefined && !cookies.some((each) => isSame(each, cookie))) throw new Denied(ELSEWHERE, 403)
    return asked
  }
}
