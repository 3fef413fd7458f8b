import type { Kept, Place } from './kept.ts'

/** What an earlier or another process did: it kept a message, or a client acknowledged one. */
export type Fact = { does: 'keep'; kept: Kept; owner: string } | { does: 'arrive'; place: Place; client: string }

/**
 * Writes down what the mailboxes keep, so that it outlives the process, and so that several processes keep the same. A
 * relay without a journal forgets its messages when it ends.
 */
export type Journal = {
  /**
   * Resolves once the messages are found again after this process was killed.
   * @throws Error when it is not known that they are
   */
  keep: (messages: readonly Kept[], owner: string) => Promise<void>
  arrive: (place: Place, client: string) => void
  /** Called when a message is no longer kept. */
  forget: (place: Place) => void
  /**
   * Tells everything that is written down, then what other processes write. Resolves when the first part is told.
   * @throws Error when it cannot be read
   */
  follow: (tell: (fact: Fact) => void) => Promise<void>
  close: () => void
}
