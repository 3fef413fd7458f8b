import { charactersOf, type Kept, type Place } from './kept.ts'
import { createRoom } from './room.ts'

/** A kept message. `owner`: whose share of the limit it uses. `arrived`: the clients that have received it. */
export type Entry = { kept: Kept; owner: string; arrived: Set<string> }

/**
 * Stores the kept messages of all mailboxes, by topic and by owner, oldest first in both, and counts their characters in
 * `room`. It keeps no limit by itself: before `add`, ask `room.fits`, and `drop` what does not fit.
 * @param most the most characters of all together, for `room.fits`
 * @param share the part of them that one owner may have, for `room.fits`
 * @param dropped called by `drop`, for each entry
 */
export function createEntries(most: number, share: number, dropped: (place: Place) => void) {
  const boxes = new Map<string, Map<string, Entry>>()
  const owned = new Map<string, Set<Entry>>()
  const room = createRoom(most, share)
  let size = 0
  return {
    room,
    size: () => size,
    find: ({ topic, key }: Place): Entry | undefined => boxes.get(topic)?.get(key),
    inTopic: (topic: string): Entry[] => [...(boxes.get(topic)?.values() ?? [])],
    countIn: (topic: string): number => boxes.get(topic)?.size ?? 0,
    countOf: (owner: string): number => owned.get(owner)?.size ?? 0,
    firstOf(owner: string): Entry | undefined {
      for (const first of owned.get(owner) ?? []) return first
      return undefined
    },
    add(kept: Kept, owner: string): void {
      const { topic, key } = kept
      const entry: Entry = { kept, owner, arrived: new Set() }
      boxes.set(topic, (boxes.get(topic) ?? new Map<string, Entry>()).set(key, entry))
      owned.set(owner, (owned.get(owner) ?? new Set<Entry>()).add(entry))
      room.add(owner, charactersOf(kept))
      size += 1
    },
    drop(entry: Entry): void {
      const { owner } = entry
      const { topic, key } = entry.kept
      const [box, own] = [boxes.get(topic), owned.get(owner)]
      if (!box?.delete(key)) return
      if (!box.size) boxes.delete(topic)
      own?.delete(entry)
      if (!own?.size) owned.delete(owner)
      room.add(owner, -charactersOf(entry.kept))
      size -= 1
      dropped({ topic, key })
    },
    *[Symbol.iterator]() {
      for (const box of boxes.values()) yield* box.values()
    },
    clear(): void {
      boxes.clear()
      owned.clear()
      room.clear()
      size = 0
    },
  }
}
