/** Approval of a new browser by a link in a mail, which works once. */
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { createWaiting } from './waiting.ts'

/** `login`: the provider's login that waits; without it an email login waits. */
type Asked = { id: string; email: string; frame: Frame; until: number; login?: string }

export type Approvals = ReturnType<typeof createApprovals>

/** @param life how long a link works, in ms */
export function createApprovals(life: () => number, now: () => number) {
  const links = new Map<string, Asked>()
  const approved = createWaiting<true>()
  return {
    /** @returns the link's token; an older link of the same frame becomes invalid */
    ask(frame: Frame, email: string, login?: string): string {
      for (const [hash, each] of links) if (each.until < now() || each.frame === frame) links.delete(hash)
      const [token, id] = [randomToken(), randomId()]
      links.set(hashOf(token), { id, email, frame, until: now() + life(), ...(login !== undefined && { login }) })
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
      const { id, email, frame, login } = live(token)
      links.delete(hashOf(token))
      if (login === undefined) frame.approved = email
      else frame.approvedLogin = login
      approved.settle(id, true)
      return { email, frame, code: login === undefined }
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
