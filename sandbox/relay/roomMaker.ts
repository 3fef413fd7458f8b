/** Decides which messages to drop for a new one, or that the new one is refused. */
import { Refusal } from '../refusal.ts'
import type { createEntries, Entry } from './entries.ts'
import { limits } from './frame.ts'

/** ms between two searches for expired messages, so that publishing to full mailboxes does not search each time. */
const PURGE = 1_000

/**
 * The entry that a new entry of `publisher` replaces: the oldest one of the owner with the most entries, with the new
 * entry counted. If the publisher is among several owners with the most, its own oldest entry.
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

type Rules = { isOver: (entry: Entry) => boolean; share: number; now: () => number }

/**
 * Creates the rules by which a relay makes room for new messages.
 * @param share the part of the messages and of the characters that one owner may have, from 0 to 1
 */
export function createRoomMaker(entries: ReturnType<typeof createEntries>, { isOver, share, now }: Rules) {
  const { room } = entries
  let purged = -Infinity
  /** Drops what has expired. */
  const purge = (): void => {
    purged = now()
    for (const entry of entries) if (isOver(entry)) entries.drop(entry)
  }
  /** The entry that a new message of this owner replaces in its topic; undefined while the topic has room. */
  const replacedIn = (topic: string, owner: string): Entry | undefined => {
    const isFull = () => entries.countIn(topic) >= limits.mailbox
    if (isFull()) for (const entry of entries.inTopic(topic)) if (isOver(entry)) entries.drop(entry)
    return isFull() ? oldestOfMost(entries.inTopic(topic), owner) : undefined
  }
  const makeFor = (owner: string, length: number) => {
    const own = () => entries.countOf(owner)
    const isFull = () =>
      entries.size() >= limits.mailboxes || own() >= limits.mailboxes * share || !room.fits(owner, length)
    if (isFull() && Math.abs(now() - purged) >= PURGE) purge()
    // Refuse the new message before any message of the owner is dropped for it.
    if (!room.fits(owner, length, room.of(owner)) || entries.size() - own() >= limits.mailboxes)
      throw new Refusal(503, 'relay', 'The relay is full. Try again later.')
    for (let first = entries.firstOf(owner); first && isFull(); first = entries.firstOf(owner)) entries.drop(first)
  }
  return {
    purge,
    /**
     * Makes room for a message of `length` characters.
     * @throws Refusal when the mailboxes or the topic are full with messages of others, or the message is larger than
     * its owner's share
     */
    make(topic: string, owner: string, length: number): void {
      const replaced = replacedIn(topic, owner)
      makeFor(owner, length)
      if (replaced && entries.countIn(topic) >= limits.mailbox) entries.drop(replaced)
    },
  }
}
