/** Approval of a new browser by a link in a mail, which works once. */
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { createWaiting } from './waiting.ts'

type Asked = { id: string; email: string; frame: Frame; until: number }

export type Approvals = ReturnType<typeof createApprovals>

/** @param life how long a link works, in ms */
export function createApprovals(life: () => number, now: () => number) {
  const links = new Map<string, Asked>()
  const approved = createWaiting<true>()
  return {
    /** @returns the link's token; an older link of the same frame becomes invalid */
    ask(frame: Frame, email: string): string {
      for (const [hash, each] of links) if (each.until < now() || each.frame === frame) links.delete(hash)
      const [token, id] = [randomToken(), randomId()]
      links.set(hashOf(token), { id, email, frame, until: now() + life() })
      frame.waiting = id
      return token
    },
    /** The site that asked. @throws Denied for a link that is used or expired */
    find(token: string): { email: string; origin: string } {
      const { email, frame } = live(token)
      return { email, origin: frame.origin }
    },
    approve(token: string): { email: string; frame: Frame } {
      const { id, email, frame } = live(token)
      links.delete(hashOf(token))
      frame.approved = email
      approved.settle(id, true)
      return { email, frame }
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
