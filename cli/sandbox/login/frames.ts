/** Loads of the frame in one tab of one browser: what a code, a popup or a Farcaster channel is bound to. In memory. */
import { randomToken } from './random.ts'

export type Frame = {
  id: string
  /** Of the page that holds the frame. */
  origin: string
  projectId: string
  /** An address for which this browser was approved by mail. */
  approved?: string
  /** What an open change of address is to end with. */
  newEmail?: string
  /** The sign-in that Farcaster was asked for. */
  channel?: string
  /** The approval that is waited for. */
  waiting?: string
}

const LIMIT = 10_000

export function createFrames() {
  const frames = new Map<string, Frame>()
  return {
    find: (id: string | undefined) => (id === undefined ? undefined : frames.get(id)),
    /** The same as before after a reload, of the same page. */
    open(origin: string, projectId: string, before: string | undefined): Frame {
      const known = before === undefined ? undefined : frames.get(before)
      if (known?.origin === origin) return known
      const frame = { id: randomToken(), origin, projectId }
      frames.set(frame.id, frame)
      const [oldest] = frames.keys()
      if (frames.size > LIMIT && oldest !== undefined) frames.delete(oldest)
      return frame
    },
  }
}
