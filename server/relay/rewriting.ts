/** Writes messages to Redis again after a restart of Redis, in which the stream was lost. */
import type { Kept } from '../../sandbox/relay/kept.ts'

/** A message that the mailboxes have. `ids` are those of the stream's entries about it. */
export type Written = {
  kept: Kept
  owner: string
  /** Whether a client published the message to this process. */
  isOwn: boolean
  ids: string[]
  /** Whether this process has read the message from the stream. */
  isThere: boolean
}

/**
 * ms after a restart of Redis in which each process writes only messages that clients published to it. If a message is
 * still missing after that, its process has probably ended, and any process may write it.
 */
export const LATER = 10_000
/**
 * The most messages that are written at once: with more, Redis might answer the last ones after the connection's
 * timeout.
 */
const AT_ONCE = 20

/**
 * Notes which messages the stream may lack, and writes them again.
 * @param messages all messages that the mailboxes have, by name
 * @param write rejects if it is not certain that the message was written
 * @param later ms after a restart until messages of other processes are written too
 */
export function createRewriting(
  messages: ReadonlyMap<string, Written>,
  write: (message: Written) => Promise<unknown>,
  later: number,
) {
  /**
   * The names of messages that the stream may lack. A name is removed only when its message was read from the stream,
   * or dropped: a write may fail, or go to a Redis that is no longer read.
   */
  let missing = new Set<string>()
  let othersFrom = 0
  return {
    isNeeded: () => missing.size > 0,
    add: (name: string) => void missing.add(name),
    /**
     * Counts every message as missing in the stream, which a restart of Redis has emptied. Call this before the first
     * entry of the new stream is read.
     */
    restarted(): void {
      for (const each of messages.values()) [each.ids, each.isThere] = [[], false]
      const all = [...messages]
      missing = new Set([...all.filter(([, { isOwn }]) => isOwn), ...all].map(([name]) => name))
      othersFrom = performance.now() + later
    },
    /** Writes some of the missing messages. Call this when all entries of the stream have been read. */
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
