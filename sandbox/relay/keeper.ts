import { Refusal } from '../refusal.ts'
import type { Guard } from './client.ts'
import type { Message } from './frame.ts'
import type { Journal } from './journal.ts'
import { charactersOf, type Kept, keyOf, nameOf, type Place } from './kept.ts'
import type { Mailboxes } from './mailbox.ts'
import { createRoom } from './room.ts'

/**
 * Keeps published messages: in the mailboxes at once, and in the journal, if there is one, before the publisher gets an
 * answer.
 */
export function createKeeper(mailboxes: Mailboxes, journal: Journal | undefined, guard?: Guard) {
  /** Limits the messages that are being written. They stay in memory even if the mailboxes drop them for newer ones. */
  const room = createRoom(guard?.keptCharacters, guard?.keptShare)
  /**
   * The messages that are being written. A client that publishes one again must not be told that it is already stored.
   */
  const underway = new Map<string, Promise<void>>()

  const write = (journal: Journal, kept: readonly Kept[], owner: string): Promise<void> => {
    const names = kept.map(nameOf)
    const characters = kept.reduce((sum, each) => sum + charactersOf(each), 0)
    room.add(owner, characters)
    const written = journal.keep(kept, owner).finally(() => {
      room.add(owner, -characters)
      for (const name of names) if (underway.get(name) === written) underway.delete(name)
    })
    for (const name of names) underway.set(name, written)
    return written.catch((error: unknown) => {
      // The client will publish these messages again, and they must count as new then. Keep a message that is already
      // being written a second time: the mailboxes dropped it for newer messages, and it was published again.
      for (const each of kept) if (!underway.has(nameOf(each))) mailboxes.drop(each)
      throw error
    })
  }
  return {
    /**
     * Whether a message is still being written. Do not deliver it before: if the write fails, it is published again,
     * and the reader would get it twice.
     */
    isUnderway: (place: Place): boolean => underway.has(nameOf(place)),
    /**
     * Begins the messages of one call.
     * @param from the publisher's client id
     * @param owner whose share of the limit the messages use
     */
    open(from: string, owner: string) {
      const kept: Kept[] = []
      const waits: Promise<void>[] = []
      return {
        /** The messages that were put and are new. */
        kept,
        /**
         * Keeps a message, unless the same one is already kept.
         * @throws Refusal as {@link Mailboxes} `put` does, and while too many messages, of the owner or in total, are
         * being written
         */
        put(message: Message): void {
          if (!room.fits(owner, charactersOf(message)))
            throw new Refusal(503, 'relay', 'The relay cannot keep messages so fast. Try again later.')
          const put = mailboxes.put(message, from, owner)
          const before = put ? undefined : underway.get(nameOf({ topic: message.topic, key: keyOf(message) }))
          if (put) kept.push(put)
          if (before) waits.push(before)
        },
        /**
         * Resolves once all messages that were put are in the journal. Returns `undefined` if there is nothing to wait
         * for.
         */
        write(): Promise<void> | undefined {
          if (!journal || kept.length + waits.length === 0) return undefined
          if (kept.length) waits.push(write(journal, kept, owner))
          return Promise.all(waits).then(() => {})
        },
      }
    },
  }
}
