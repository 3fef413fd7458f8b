/** Writes messages to the stream of a Redis again that was restarted, and has none. */
import type { Kept } from '../../sandbox/relay/kept.ts'

/** A message of the mailboxes, and the entries of the stream about it. */
export type Written = {
  kept: Kept
  owner: string
  /** Whether this process took it. */
  isOwn: boolean
  ids: string[]
  /** Whether this process has read it from the stream. */
  isThere: boolean
}

/** ms in which the processes write their own messages. Those that nobody has written then are of processes that ended. */
export const LATER = 10_000
/** Messages that are written at once, so that the answers come in time. */
const AT_ONCE = 20

/**
 * @param messages all that the mailboxes have, by name @param write rejects when it is not known that it was written
 * @param later ms after a restart until the messages of others are written, too
 */
export function createRewriting(
  messages: ReadonlyMap<string, Written>,
  write: (message: Written) => Promise<unknown>,
  later: number,
) {
  /** Names. A message is no longer missing when it was read: its writing may fail, or go to a Redis that is left. */
  let missing = new Set<string>()
  let othersFrom = 0
  return {
    isNeeded: () => missing.size > 0,
    add: (name: string) => void missing.add(name),
    /** To call before anything of the new stream is read. */
    restarted(): void {
      for (const each of messages.values()) [each.ids, each.isThere] = [[], false]
      const all = [...messages]
      missing = new Set([...all.filter(([, { isOwn }]) => isOwn), ...all].map(([name]) => name))
      othersFrom = performance.now() + later
    },
    /** Writes some that are missing. To call when everything of the stream was read. */
    async next(): Promise<void> {
      const due: Written[] = []
      for (const name of missing) {
        const message = messages.get(name)
        if (!message || message.isThere) missing.delete(name)
        else if (message.isOwn || performance.now() >= othersFrom) due.push(message)
        if (due.length === AT_ONCE) break
      }
      await Promise.all(due.map(write))
    },
  }
}
