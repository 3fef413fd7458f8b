/**
 * Runs a client's calls (subscribe, unsubscribe, fetch, publish), and passes published messages on to other clients.
 */
import { Refusal } from '../refusal.ts'
import { subscriptionOf, type Client, type Guard } from './client.ts'
import { limits, type Call } from './frame.ts'
import { charactersOf, type Kept, type Mailboxes } from './mailbox.ts'
import { createPushes } from './pushes.ts'
import type { Recorder } from './report.ts'
import { createRoom } from './room.ts'

/** The result of a call for the client. `then` is called after the response was sent. */
type Done = { result: unknown; then?: () => void }
type Subscribing = Extract<Call, { topics: string[] }>
type Publishing = Extract<Call, { does: 'publish' }>

/**
 * `run` runs a call; it throws a Refusal when the client has too many topics, or the relay is full. `catchUp` pushes
 * the waiting messages to a client that was too slow, once it has read enough. `leave` ends a closed client's
 * subscriptions.
 */
export function createCalls(clients: ReadonlySet<Client>, mailboxes: Mailboxes, recorder: Recorder, guard?: Guard) {
  /** The subscribed topics, counted apart from the messages: full mailboxes must not keep anybody from reading. */
  const topicRoom = createRoom((guard?.keptCharacters ?? Infinity) / 4, guard?.keptShare)
  const { push, deliver, catchUp } = createPushes(clients, mailboxes, guard)

  const subscribe = (client: Client, topic: string) => {
    if (client.topics.has(topic)) return subscriptionOf(client, topic)
    if (client.topics.size >= limits.topics)
      throw new Refusal(400, 'topics', `A socket has at most ${limits.topics} topics`)
    if (!topicRoom.fits(client.ip, topic.length)) throw new Refusal(503, 'topics', 'The relay has too many topics')
    topicRoom.add(client.ip, topic.length)
    client.topics.add(topic)
    return subscriptionOf(client, topic)
  }
  const unsubscribe = (client: Client, topics: Iterable<string>) => {
    for (const topic of topics) if (client.topics.delete(topic)) topicRoom.add(client.ip, -topic.length)
  }
  const subscribeAll = (client: Client, { topics, batch }: Subscribing): Done => {
    const ids = topics.map((topic) => subscribe(client, topic))
    return { result: batch ? ids : ids[0], then: () => deliver(client, new Set(topics)) }
  }
  const fetchAll = (client: Client, { topics }: Subscribing): Done => {
    const waiting = [...new Set(topics)].flatMap((topic) => mailboxes.waiting(topic, client.id))
    let left = guard?.unsentBytes ?? Infinity
    const end = waiting.findIndex((kept) => (left -= charactersOf(kept)) < 0)
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
    const kept: Kept[] = []
    const pass = () => {
      for (const each of kept) {
        for (const other of clients) if (other.id !== each.from && other.topics.has(each.topic)) push(other, each)
      }
    }
    try {
      for (const message of messages) {
        const { topic, tag, ttl } = message
        const shape = { method, topic: topic.slice(0, 8), tag, ttl, size: message.message.length }
        recorder.add('publishes', { client: client.name, ...shape, attested: message.attestation !== undefined })
        const put = mailboxes.put(message, client.id, guard ? client.ip : client.id)
        if (put) kept.push(put)
      }
    } catch (error) {
      // The messages before the refused one are kept: a retry would not pass them on.
      pass()
      throw error
    }
    return { result: true, then: pass }
  }

  const run = (client: Client, method: string, call: Call): Done => {
    switch (call.does) {
      case 'subscribe':
        return subscribeAll(client, call)
      case 'unsubscribe':
        unsubscribe(client, call.topics)
        return { result: true }
      case 'fetch':
        return fetchAll(client, call)
      case 'publish':
        return publish(client, method, call)
    }
  }
  return { run, catchUp, leave: (client: Client) => unsubscribe(client, [...client.topics]) }
}
