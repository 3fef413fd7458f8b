import type { Kept, Place } from './kept.ts'

/** An entry of the journal, by an earlier process or another one: it kept a message, or a client received one. */
export type Fact = { does: 'keep'; kept: Kept; owner: string } | { does: 'arrive'; place: Place; client: string }

/**
 * Stores what the mailboxes keep, so that it outlives the process, and so that several processes keep the same
 * messages. A relay without a journal forgets its messages when it ends.
 */
export type Journal = {
  /**
   * Resolves once the messages are stored so that they survive if this process is killed.
   * @throws Error when it is not certain that they are
   */
  keep: (messages: readonly Kept[], owner: string) => Promise<void>
  arrive: (place: Place, client: string) => void
  /** Called when a message is no longer kept. */
  forget: (place: Place) => void
  /**
   * Calls `tell` for everything in the journal, then for what other processes write. Resolves after the first part.
   * @throws Error when the journal cannot be read
   */
  follow: (tell: (fact: Fact) => void) => Promise<void>
  close: () => void
}
