import { createHash } from 'node:crypto'
import { limits, type Message } from './frame.ts'

/** A message that the relay keeps. `at` and `until` are in milliseconds; `from` is the publisher's client id. */
export type Kept = Message & { key: string; from: string; at: number; until: number }

export type Mailboxes = {
  /**
   * Keeps a message until its `ttl` ends. Returns `undefined` when the same message is already kept (a client's retry).
   */
  put: (message: Message, from: string) => Kept | undefined
  /** A topic's messages for a client, oldest first: not its own messages, and not those that it has acknowledged. */
  waiting: (topic: string, client: string) => Kept[]
  arrived: (kept: Kept, client: string) => void
  /** The number of kept messages. */
  size: () => number
  clear: () => void
}

type Entry = { kept: Kept; arrived: Set<string> }

/**
 * A relay's mailboxes, one per topic. A message is kept until its `ttl` ends, also for clients that subscribe later.
 * @param most the most characters of all messages together; above that, old messages are dropped
 */
export function createMailboxes(now: () => number = Date.now, most = Infinity): Mailboxes {
  const boxes = new Map<string, Map<string, Entry>>()
  let [size, characters] = [0, 0]

  const drop = (topic: string, key: string) => {
    const box = boxes.get(topic)
    const entry = box?.get(key)
    if (!box || !entry) return
    box.delete(key)
    size -= 1
    characters -= entry.kept.message.length
    if (!box.size) boxes.delete(topic)
  }
  const purge = () => {
    for (const [topic, box] of boxes) for (const [key, { kept }] of box) if (kept.until <= now()) drop(topic, key)
  }
  /**
   * Drops the oldest message of a topic; by default of the topic with the oldest mailbox. That is not always the oldest
   * of all messages, which is good enough for a limit that is rarely reached.
   */
  const dropFirst = (box = boxes.values().next().value) => {
    const first = box?.values().next().value
    if (first) drop(first.kept.topic, first.kept.key)
  }

  return {
    put(message, from) {
      const key = createHash('sha256').update(message.message).digest('hex')
      const box = boxes.get(message.topic) ?? new Map<string, Entry>()
      const there = box.get(key)
      if (there && there.kept.until > now()) return undefined
      if (there) drop(message.topic, key)
      if (size >= limits.mailboxes) purge()
      if (size >= limits.mailboxes) dropFirst()
      if (box.size >= limits.mailbox) dropFirst(box)
      if (characters + message.message.length > most) purge()
      while (size > 0 && characters + message.message.length > most) dropFirst()
      const kept = { ...message, key, from, at: now(), until: now() + message.ttl * 1000 }
      boxes.set(message.topic, box.set(key, { kept, arrived: new Set([from]) }))
      size += 1
      characters += message.message.length
      return kept
    },
    waiting(topic, client) {
      const entries = [...(boxes.get(topic)?.values() ?? [])]
      return entries.flatMap(({ kept, arrived }) => (kept.until > now() && !arrived.has(client) ? [kept] : []))
    },
    arrived(kept, client) {
      boxes.get(kept.topic)?.get(kept.key)?.arrived.add(client)
    },
    size() {
      purge()
      return size
    },
    clear() {
      boxes.clear()
      size = 0
      characters = 0
    },
  }
}
