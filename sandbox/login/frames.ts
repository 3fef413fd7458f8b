/** One entry for each tab that has loaded the frame: codes, popups and Farcaster channels are bound to it. */
import { number, object, text } from '../../runtime/auth/shape.ts'
import { randomToken } from './random.ts'
import type { Language } from './texts.ts'
import type { Transient } from './transient.ts'

/** `id`, `origin` and `projectId` stay as they are; the others are of the request in progress. */
export type Frame = {
  readonly id: string
  /** The origin of the page that embeds the frame. */
  readonly origin: string
  readonly projectId: string
  readonly ip: string
  /** What the browser calls itself; it proves nothing. */
  readonly browser?: string
  /** The language in which its mails are written. Without one they are in English. */
  readonly language?: Language
}

/** How many one process's memory keeps. */
const LIMIT = 10_000
const DAY = 86_400_000
/** A tab that nobody used for this long has to open its frame again. */
const LIFE = 30 * DAY

const shape = object({ origin: text, projectId: text })
type About = Pick<Frame, 'ip' | 'browser' | 'language'>

export function createFrames(transient: Transient, now: () => number) {
  const frames = transient.collection('frames', object({ frame: shape, until: number }), LIMIT)
  const entry = (frame: { origin: string; projectId: string }) => {
    const until = now() + LIFE
    return { value: { frame, until }, until }
  }
  return {
    /** @param about the request that names it */
    async find(id: string | undefined, about: About): Promise<Frame | undefined> {
      const found = id === undefined ? undefined : await frames.get(id)
      if (id === undefined || !found) return undefined
      // Once a day is often enough, and not a write for each request.
      if (found.until < now() + LIFE - DAY)
        await frames.update([id], ([there]) => ({ next: [there && entry(there.frame)], result: undefined }))
      return { id, ...found.frame, ...about }
    },
    async open(origin: string, projectId: string): Promise<string> {
      const id = randomToken()
      await frames.update([id], () => ({ next: [entry({ origin, projectId })], result: undefined }))
      return id
    },
  }
}
