/**
 * One entry for each tab that has loaded the frame: codes, popups and Farcaster channels are bound to it. In memory.
 */
import type { User } from './database.ts'
import { randomToken } from './random.ts'
import type { Language } from './texts.ts'

export type Frame = {
  id: string
  /** The origin of the page that embeds the frame. */
  origin: string
  projectId: string
  /** The IP address of its last request. */
  ip: string
  /** What the browser of its last request calls itself; it proves nothing. */
  browser?: string
  /** The language of its last request, in which its mails are written. Without one they are in English. */
  language?: Language
  /** The change of address that the person has confirmed in the frame. `until` is in ms since 1970. */
  confirmed?: { user: string; from: string | null; to: string; until: number }
  /** The new address of a pending change. */
  newEmail?: string
  /** The pending Farcaster sign-in. */
  channel?: string
  /** The pending approval of this browser. */
  waiting?: string
}

const LIMIT = 10_000

export function createFrames() {
  const frames = new Map<string, Frame>()
  return {
    find: (id: string | undefined) => (id === undefined ? undefined : frames.get(id)),
    /** After a reload of the same page, returns the same frame as before. */
    open(origin: string, projectId: string, ip: string, before: string | undefined): Frame {
      const known = before === undefined ? undefined : frames.get(before)
      if (known?.origin === origin) return known
      const frame = { id: randomToken(), origin, projectId, ip }
      frames.set(frame.id, frame)
      const [oldest] = frames.keys()
      if (frames.size > LIMIT && oldest !== undefined) frames.delete(oldest)
      return frame
    },
    /** Forgets the changes of address that a user has begun, in all frames. */
    drop({ id }: Pick<User, 'id'>) {
      for (const frame of frames.values()) {
        if (frame.confirmed?.user !== id) continue
        delete frame.confirmed
        delete frame.newEmail
      }
    },
  }
}
