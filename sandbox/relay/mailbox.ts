import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { limits, type Message } from './frame.ts'
import { createRoom } from './room.ts'

/** A message that the relay keeps. `at` and `until` are in milliseconds; `from` is the publisher's client id. */
export type Kept = Message & { key: string; from: string; at: number; until: number }
/** Names a kept message without its text, so that a list of places does not keep dropped texts in memory. */
export type Place = Pick<Kept, 'topic' | 'key'>

export type Mailboxes = {
  /**
   * Keeps a message. It takes room of its `owner`: with a `Guard` the publisher's IP address, by default the
   * publisher's client id. Returns `undefined` when the same message is already kept (a client's retry).
   * @throws Refusal when the mailboxes or the topic are full with messages of others, or the message is too large for
   *   its owner's part
   */
  put: (message: Message, from: string, owner?: string) => Kept | undefined
  /** A topic's messages for a client, oldest first: not its own messages, and not those that it has acknowledged. */
  waiting: (topic: string, client: string) => Kept[]
  arrived: (place: Place, client: string) => void
  /** Whether a message is still kept. */
  has: (place: Place) => boolean
  /** The number of kept messages. */
  size: () => number
  clear: () => void
}

type Entry = { kept: Kept; owner: string; arrived: Set<string> }

/** The characters that the publisher of a message chose: these count as the room that the message takes. */
export const charactersOf = ({ message, attestation = '' }: Message): number => message.length + attestation.length

/** ms between two searches for expired messages, so that publishing to full mailboxes does not search each time. */
const PURGE = 1_000

/**
 * The entry that a new one of `publisher` replaces: the oldest of the owner with the most entries, the new one counted.
 * Where the publisher is among several with the most, it loses its own.
 * @throws Refusal if each owner has a single entry
 */
function oldestOfMost(entries: readonly Entry[], publisher: string): Entry {
  const counts = new Map([[publisher, 1]])
  for (const { owner } of entries) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const loser =
    counts.get(publisher) === most ? publisher : entries.find(({ owner }) => counts.get(owner) === most)?.owner
  const found = most > 1 ? entries.find(({ owner }) => owner === loser) : undefined
  if (!found) throw new Refusal(503, 'relay', 'The topic is full. Try again later.')
  return found
}

/**
 * A relay's mailboxes, one per topic. A message is kept until its `ttl` ends, also for clients that subscribe later. It
 * is dropped before that if its owner needs the room, or if the topic gets too many messages (`limits.mailbox`) and no
 * owner has more of them: whoever knows a topic can flood it, and loses only messages of the flood. Refusing every
 * message to a full topic would let a flood silence the others, since clients publish a refused message again.
 * @param most the most characters of all messages together
 * @param share the part of the characters and of the messages that one owner may have. An owner whose part is used up
 *   loses its own oldest messages, not those of others: they wait for somebody
 */
export function createMailboxes(now: () => number = Date.now, most = Infinity, share = 1): Mailboxes {
  const boxes = new Map<string, Map<string, Entry>>()
  /** Each owner's messages, oldest first. */
  const owned = new Map<string, Set<Entry>>()
  const room = createRoom(most, share)
  let [size, purged] = [0, -Infinity]

  const find = ({ topic, key }: Place) => boxes.get(topic)?.get(key)
  const drop = (entry: Entry) => {
    const { kept, owner } = entry
    const [box, own] = [boxes.get(kept.topic), owned.get(owner)]
    if (!box?.delete(kept.key)) return
    if (!box.size) boxes.delete(kept.topic)
    own?.delete(entry)
    if (!own?.size) owned.delete(owner)
    room.add(owner, -charactersOf(kept))
    size -= 1
  }
  const purge = () => {
    purged = now()
    for (const box of boxes.values()) for (const entry of box.values()) if (entry.kept.until <= now()) drop(entry)
  }
  const dropFirst = (entries: Iterable<Entry> = []) => {
    for (const first of entries) return drop(first)
  }
  /** The message that a new one of this owner replaces in its topic; undefined while the topic has room. */
  const replacedIn = (topic: string, owner: string): Entry | undefined => {
    const full = () => (boxes.get(topic)?.size ?? 0) >= limits.mailbox
    if (full()) for (const entry of boxes.get(topic)?.values() ?? []) if (entry.kept.until <= now()) drop(entry)
    return full() ? oldestOfMost([...(boxes.get(topic)?.values() ?? [])], owner) : undefined
  }
  const makeRoom = (owner: string, length: number) => {
    const own = () => owned.get(owner)?.size ?? 0
    const isFull = () => size >= limits.mailboxes || own() >= limits.mailboxes * share || !room.fits(owner, length)
    if (isFull() && Math.abs(now() - purged) >= PURGE) purge()
    // Do not drop the owner's messages for a new one that is refused nevertheless.
    if (!room.fits(owner, length, room.of(owner)) || size - own() >= limits.mailboxes)
      throw new Refusal(503, 'relay', 'The relay is full. Try again later.')
    while (isFull() && own()) dropFirst(owned.get(owner))
  }

  return {
    put(message, from, owner = from) {
      const { topic } = message
      const key = createHash('sha256').update(message.message).digest('hex')
      const there = find({ topic, key })
      if (there && there.kept.until > now()) return undefined
      if (there) drop(there)
      const length = charactersOf(message)
      const replaced = replacedIn(topic, owner)
      makeRoom(owner, length)
      if (replaced && (boxes.get(topic)?.size ?? 0) >= limits.mailbox) drop(replaced)
      const kept = { ...message, key, from, at: now(), until: now() + message.ttl * 1000 }
      const entry: Entry = { kept, owner, arrived: new Set() }
      boxes.set(topic, (boxes.get(topic) ?? new Map<string, Entry>()).set(key, entry))
      owned.set(owner, (owned.get(owner) ?? new Set<Entry>()).add(entry))
      room.add(owner, length)
      size += 1
      return kept
    },
    waiting(topic, client) {
      const entries = [...(boxes.get(topic)?.values() ?? [])]
      return entries.flatMap(({ kept, arrived }) =>
        kept.until > now() && kept.from !== client && !arrived.has(client) ? [kept] : [],
      )
    },
    arrived(place, client) {
      const arrived = find(place)?.arrived
      if (!arrived) return
      arrived.add(client)
      // Anybody who knows the topic can come with ever new client ids, so remember only the newest. A client that is
      // forgotten gets the message once more.
      for (const first of arrived) if (arrived.size > limits.arrived) arrived.delete(first)
    },
    has: (place) => find(place) !== undefined,
    size() {
      purge()
      return size
    },
    clear() {
      boxes.clear()
      owned.clear()
      room.clear()
      size = 0
    },
  }
}
