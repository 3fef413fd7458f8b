/**
 * Frames: one entry for each tab that has loaded the login's frame. Codes, popups and Farcaster sign-ins belong to one
 * frame.
 */
import { number, object, text } from '../../runtime/auth/shape.ts'
import { ownerKey } from './addressKey.ts'
import { randomToken } from './random.ts'
import type { Language } from './texts.ts'
import type { Transient } from './transient.ts'

/** A frame. `id`, `origin` and `projectId` never change; the other fields are those of the request in progress. */
export type Frame = {
  readonly id: string
  /** The origin of the page that embeds the frame. */
  readonly origin: string
  readonly projectId: string
  readonly ip: string
  /**
   * The browser's name from its `User-Agent`, to show to the person. Anybody can send any name, so it proves nothing.
   */
  readonly browser?: string
  /** The language of mails that this frame causes; English without one. */
  readonly language?: Language
}

/** The most frames in a process's memory. Above that, the client with the most frames loses its longest unused ones. */
const LIMIT = 10_000
const DAY = 86_400_000
/** The ms after which an unused frame is forgotten, so that its tab has to open a new one. */
const LIFE = 30 * DAY

const shape = object({ origin: text, projectId: text })
type About = Pick<Frame, 'ip' | 'browser' | 'language'>

export function createFrames(transient: Transient, now: () => number) {
  const frames = transient.collection('frames', object({ frame: shape, until: number }), LIMIT)
  const entry = (frame: { origin: string; projectId: string }, ip: string) => {
    const until = now() + LIFE
    return { value: { frame, until }, until, owner: ownerKey(ip) }
  }
  return {
    /**
     * Finds a frame by its id, and keeps it for another 30 days.
     * @param about what the request that names the frame says about itself
     * @returns undefined for an unknown or expired frame
     */
    async find(id: string | undefined, about: About): Promise<Frame | undefined> {
      const found = id === undefined ? undefined : await frames.get(id)
      if (id === undefined || !found) return undefined
      // Extend the frame's life at most once a day, so that not every request writes.
      if (found.until < now() + LIFE - DAY)
        await frames.update([id], ([there]) => ({
          next: [there && entry(there.frame, about.ip)],
          result: undefined,
        }))
      return { id, ...found.frame, ...about }
    },
    async open(origin: string, projectId: string, ip: string): Promise<string> {
      const id = randomToken()
      await frames.update([id], () => ({ next: [entry({ origin, projectId }, ip)], result: undefined }))
      return id
    },
  }
}
