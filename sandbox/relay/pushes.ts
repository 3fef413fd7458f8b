/** Pushes messages to the clients that subscribed to their topics, no faster than each client reads them. */
import { send, subscriptionOf, unsentLimit, type Client, type Guard } from './client.ts'
import type { Clients } from './clients.ts'
import { limits } from './frame.ts'
import { type Kept, nameOf } from './kept.ts'
import type { Mailboxes } from './mailbox.ts'

export function createPushes(clients: Clients, mailboxes: Mailboxes, guard?: Guard) {
  let lastPush = 0

  /** Whether the client leaves so much unread or unacknowledged that it gets no more for now. */
  const isSlow = (client: Client, part = 1) => {
    if (client.pushed.size >= limits.pushed * part)
      for (const [id, place] of client.pushed) if (!mailboxes.has(place)) client.pushed.delete(id)
    if (client.pushed.size >= limits.pushed * part) return true
    return (
      guard !== undefined && client.socket.bufferedAmount > unsentLimit(client, clients.ofIp(client.ip), guard) * part
    )
  }
  const push = (client: Client, kept: Kept) => {
    // Once a client is behind, push nothing more: later messages must not arrive before those that wait in the
    // mailboxes.
    client.isBehind ||= isSlow(client)
    if (client.isBehind) return
    // The specification wants the time in microseconds as id. Count up from the last id, so that each is unique.
    const id = (lastPush = Math.max(lastPush + 1, Date.now() * 1000))
    const { topic, key, message, tag, at: publishedAt, attestation = null } = kept
    client.pushed.set(id, { topic, key })
    const data = { topic, message, publishedAt, tag, attestation }
    send(client, { id, method: 'irn_subscription', params: { id: subscriptionOf(client, topic), data } })
  }
  /** Pushes the messages that wait for the client on these topics, until it is behind. */
  const deliver = (client: Client, topics: ReadonlySet<string>) => {
    const underway = new Set([...client.pushed.values()].map(nameOf))
    const waiting = [...topics].flatMap((topic) => mailboxes.waiting(topic, client.id))
    for (const kept of waiting) if (!underway.has(nameOf(kept))) push(client, kept)
  }
  const catchUp = (client: Client) => {
    if (!client.isBehind || isSlow(client, 0.5)) return
    client.isBehind = false
    deliver(client, client.topics)
  }
  return { push, deliver, catchUp }
}
