/** Approval of a new browser by a link in a mail. The link works once, and so does the approval. */
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { createWaiting } from './waiting.ts'

/**
 * What an approval is for. `user` is the id of the account, undefined where there is none yet. `login`: the provider's login
 * that waits; without it an email login waits.
 */
export type Approved = { user: string | undefined; email: string; login?: string }
type Asked = Approved & { id: string; frame: Frame; until: number }

export type Approvals = ReturnType<typeof createApprovals>

/** @param life how long a link works, and then its approval, in ms */
export function createApprovals(life: () => number, now: () => number) {
  const links = new Map<string, Asked>()
  const approved = createWaiting<true>()
  /** By frame: approvals that no login has used yet. */
  const unused = new Map<string, Approved & { until: number }>()
  return {
    /** @returns the link's token; an older link of the same frame becomes invalid */
    ask(frame: Frame, what: Approved): string {
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
    /** The site that asked, and whether a code follows. @throws Denied for a link that is used or expired */
    find(token: string): { email: string; origin: string; code: boolean } {
      const { email, frame, login } = live(token)
      return { email, origin: frame.origin, code: login === undefined }
    },
    /** `code`: a code has to follow. */
    approve(token: string): { email: string; frame: Frame; code: boolean } {
      const { id, user, email, frame, login } = live(token)
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
  function live(token: string): Asked {
    const asked = links.get(hashOf(token))
    if (!asked || asked.until < now()) throw new Denied('This link was used already, or is too old.', 410)
    return asked
  }
}
