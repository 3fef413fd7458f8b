import { Refusal } from '../refusal.ts'
import { createEntries, type Entry } from './entries.ts'
import { limits, type Message } from './frame.ts'
import { charactersOf, type Kept, keyOf, type Place } from './kept.ts'
import { createRoomMaker } from './roomMaker.ts'

export type Mailboxes = {
  /**
   * Keeps a message. Its size counts for its `owner`: with a `Guard` the publisher's IP address, by default the
   * publisher's client id. Returns `undefined` when the same message is already kept (a client's retry).
   * @throws Refusal when the mailboxes or the topic are full with messages of others, or the message is larger than its
   * owner's share
   */
  put: (message: Message, from: string, owner?: string) => Kept | undefined
  /**
   * Keeps a message of an earlier process, or of another one, unless it has expired or there is no room for it.
   * Returns `false` when the same message is already kept.
   */
  restore: (kept: Kept, owner: string) => boolean
  /** Drops a message, if it is kept. */
  drop: (place: Place) => void
  /** A topic's messages for a client, oldest first: not its own messages, and not those that it has received. */
  waiting: (topic: string, client: string) => Kept[]
  /**
   * Remembers that a client has received a message. Returns whether to write that to the journal: only the first time,
   * and for `limits.arrived` clients of one message at most, because any number of clients can come and acknowledge it.
   */
  arrived: (place: Place, client: string) => boolean
  /** Whether a message is still kept. */
  has: (place: Place) => boolean
  /** The number of messages in all mailboxes. */
  size: () => number
  clear: () => void
}

/**
 * A relay's mailboxes, one per topic. A message is kept until its `ttl` ends, also for clients that subscribe later. It
 * is dropped before that if its owner needs the room, or if the topic gets too many messages (`limits.mailbox`) and no
 * owner has more of them: whoever knows a topic can flood it, and loses only messages of the flood. Refusing every
 * message to a full topic would let a flood silence the others, since clients publish a refused message again.
 * @param most the most characters of all messages together
 * @param share the part of the characters and of the messages that one owner may have. An owner whose share is used up
 * loses its own oldest messages, and not those of other owners, which clients have still to fetch
 * @param dropped called for each message that is no longer kept
 */
export function createMailboxes(
  now: () => number = Date.now,
  most = Infinity,
  share = 1,
  dropped: (place: Place) => void = () => {},
): Mailboxes {
  const entries = createEntries(most, share, dropped)
  const isOver = ({ kept }: Entry) => kept.until <= now()
  const room = createRoomMaker(entries, { isOver, share, now })
  /** Whether the message is already kept. If it has expired, drops it. */
  const isThere = (place: Place): boolean => {
    const there = entries.find(place)
    if (there && isOver(there)) entries.drop(there)
    return entries.find(place) !== undefined
  }
  /** Makes room for a message and keeps it. @throws Refusal as `put` does */
  const add = (kept: Kept, owner: string): void => {
    room.make(kept.topic, owner, charactersOf(kept))
    entries.add(kept, owner)
  }

  return {
    put(message, from, owner = from) {
      const key = keyOf(message)
      if (isThere({ topic: message.topic, key })) return undefined
      const kept = { ...message, key, from, at: now(), until: now() + message.ttl * 1000 }
      add(kept, owner)
      return kept
    },
    restore(kept, owner) {
      if (isThere(kept)) return false
      try {
        if (kept.until > now()) add(kept, owner)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
      if (!entries.find(kept)) dropped({ topic: kept.topic, key: kept.key })
      return true
    },
    drop(place) {
      const entry = entries.find(place)
      if (entry) entries.drop(entry)
    },
    waiting: (topic, client) =>
      entries.inTopic(topic).flatMap((entry) => {
        const { kept, arrived } = entry
        return !isOver(entry) && kept.from !== client && !arrived.has(client) ? [kept] : []
      }),
    arrived(place, client) {
      const arrived = entries.find(place)?.arrived
      if (!arrived || arrived.has(client)) return false
      arrived.add(client)
      if (arrived.size <= limits.arrived) return true
      // Anybody who knows the topic can come with ever new client ids, so remember only the newest. A client that is
      // forgotten gets the message once more.
      for (const first of arrived) if (arrived.size > limits.arrived) arrived.delete(first)
      return false
    },
    has: (place) => entries.find(place) !== undefined,
    size() {
      room.purge()
      return entries.size()
    },
    clear: () => entries.clear(),
  }
}
