/** Runs a client's calls (subscribe, publish, fetch), and pushes published messages to the other clients. */
import { Refusal } from '../refusal.ts'
import { send, subscriptionOf, type Client, type Guard } from './client.ts'
import { limits, type Call } from './frame.ts'
import type { Kept, Mailboxes } from './mailbox.ts'
import type { Recorder } from './report.ts'

/** The result of a call for the client. `then` is called after the response was sent. */
type Done = { result: unknown; then?: () => void }
type Subscribing = Extract<Call, { topics: string[] }>
type Publishing = Extract<Call, { does: 'publish' }>

/**
 * `run` runs a call; it throws a Refusal when the client has too many topics. `catchUp` pushes the waiting messages to
 * a client that was too slow, once it has read enough.
 */
export function createCalls(clients: ReadonlySet<Client>, mailboxes: Mailboxes, recorder: Recorder, guard?: Guard) {
  let lastPush = 0

  const push = (client: Client, kept: Kept) => {
    // Once a client is behind, push nothing more: later messages must not arrive before those that wait in the
    // mailboxes.
    client.isBehind ||= guard !== undefined && client.socket.bufferedAmount > guard.unsentBytes
    if (client.isBehind) return
    // The specification wants the time in microseconds as id. Count up from the last id, so that each is unique.
    const id = (lastPush = Math.max(lastPush + 1, Date.now() * 1000))
    client.pushed.set(id, kept)
    const { topic, message, tag, at: publishedAt, attestation = null } = kept
    const data = { topic, message, publishedAt, tag, attestation }
    send(client, { id, method: 'irn_subscription', params: { id: subscriptionOf(client, topic), data } })
  }
  /** Pushes the messages that wait for the client on these topics, until it is behind. */
  const deliver = (client: Client, topics: Iterable<string>) => {
    const underway = new Set(client.pushed.values())
    const waiting = [...topics].flatMap((topic) => mailboxes.waiting(topic, client.id))
    for (const kept of waiting) if (!underway.has(kept)) push(client, kept)
  }
  const catchUp = (client: Client) => {
    if (!client.isBehind || !guard || client.socket.bufferedAmount > guard.unsentBytes / 2) return
    client.isBehind = false
    deliver(client, client.topics)
  }
  const subscribe = (client: Client, topic: string) => {
    if (client.topics.size >= limits.topics && !client.topics.has(topic)) {
      throw new Refusal(400, 'topics', `A socket has at most ${limits.topics} topics`)
    }
    client.topics.add(topic)
    return subscriptionOf(client, topic)
  }
  const subscribeAll = (client: Client, { topics, batch }: Subscribing): Done => {
    const ids = topics.map((topic) => subscribe(client, topic))
    return { result: batch ? ids : ids[0], then: () => deliver(client, topics) }
  }
  const fetchAll = (client: Client, { topics }: Subscribing): Done => {
    const waiting = topics.flatMap((topic) => mailboxes.waiting(topic, client.id))
    let left = guard?.unsentBytes ?? Infinity
    const end = waiting.findIndex(({ message }) => (left -= message.length) < 0)
    // Return at least one message, even one above the limit: otherwise the client could never fetch it.
    const messages = end < 0 ? waiting : waiting.slice(0, Math.max(end, 1))
    for (const kept of messages) mailboxes.arrived(kept, client.id)
    const shown = messages.map(({ topic, message, tag, at, attestation = null }) => {
      return { topic, message, publishedAt: at, tag, attestation }
    })
    return { result: { messages: shown, hasMore: messages.length < waiting.length } }
  }
  const publish = (client: Client, method: string, { joins, messages }: Publishing): Done => {
    if (joins) subscribe(client, joins)
    const kept = messages.flatMap((message) => {
      const { topic, tag, ttl } = message
      const shape = { method, topic: topic.slice(0, 8), tag, ttl, size: message.message.length }
      recorder.add('publishes', { client: client.name, ...shape, attested: message.attestation !== undefined })
      return mailboxes.put(message, client.id) ?? []
    })
    const pass = () => {
      for (const each of kept) {
        for (const other of clients) if (other.id !== each.from && other.topics.has(each.topic)) push(other, each)
      }
    }
    return { result: true, then: pass }
  }

  const run = (client: Client, method: string, call: Call): Done => {
    switch (call.does) {
      case 'subscribe':
        return subscribeAll(client, call)
      case 'unsubscribe':
        for (const topic of call.topics) client.topics.delete(topic)
        return { result: true }
      case 'fetch':
        return fetchAll(client, call)
      case 'publish':
        return publish(client, method, call)
    }
  }
  return { run, catchUp }
}
