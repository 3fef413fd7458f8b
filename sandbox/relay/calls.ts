/**
 * Runs a client's calls (subscribe, unsubscribe, fetch, publish), and passes published messages on to other clients.
 */
import { Refusal } from '../refusal.ts'
import { subscriptionOf, type Client, type Guard } from './client.ts'
import type { Clients } from './clients.ts'
import { limits, type Call } from './frame.ts'
import type { Journal } from './journal.ts'
import { createKeeper } from './keeper.ts'
import { charactersOf, type Kept } from './kept.ts'
import type { Mailboxes } from './mailbox.ts'
import { createPushes } from './pushes.ts'
import type { Recorder } from './report.ts'
import { createRoom } from './room.ts'

/**
 * The result of a call for the client. `then` is called after the response was sent. The response waits for `written`,
 * and is an error if that rejects.
 */
type Done = { result: unknown; then?: () => void; written?: Promise<void> | undefined }
type Subscribing = Extract<Call, { topics: string[] }>
type Publishing = Extract<Call, { does: 'publish' }>

/**
 * `run` runs a call; it throws a Refusal when the client has too many topics, or the relay is full. `catchUp` pushes
 * the waiting messages to a client that was too slow, once it has read enough. `pass` pushes a message to those who
 * subscribed to its topic. `leave` ends a closed client's subscriptions.
 */
export function createCalls(
  clients: Clients,
  all: Mailboxes,
  recorder: Recorder,
  { guard, journal }: { guard?: Guard | undefined; journal?: Journal | undefined } = {},
) {
  /**
   * Limits the characters of the subscribed topics. Kept messages have a limit of their own, because clients must be
   * able to subscribe also when the mailboxes are full.
   */
  const topicRoom = createRoom((guard?.keptCharacters ?? Infinity) / 4, guard?.keptShare)
  const keeper = createKeeper(all, journal, guard)
  const mailboxes: Mailboxes = {
    ...all,
    waiting: (topic, client) => all.waiting(topic, client).filter((kept) => !keeper.isUnderway(kept)),
  }
  const { push, deliver, catchUp } = createPushes(clients, mailboxes, guard)

  const subscribe = (client: Client, topic: string) => {
    if (client.topics.has(topic)) return subscriptionOf(client, topic)
    if (client.topics.size >= limits.topics)
      throw new Refusal(400, 'topics', `A socket has at most ${limits.topics} topics`)
    if (!topicRoom.fits(client.ip, topic.length)) throw new Refusal(503, 'topics', 'The relay has too many topics')
    topicRoom.add(client.ip, topic.length)
    clients.subscribe(client, topic)
    return subscriptionOf(client, topic)
  }
  const unsubscribe = (client: Client, topics: Iterable<string>) => {
    for (const topic of topics) if (clients.unsubscribe(client, topic)) topicRoom.add(client.ip, -topic.length)
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
  const pass = (kept: Kept) => {
    for (const reader of clients.readersOf(kept.topic)) if (reader.id !== kept.from) push(reader, kept)
  }
  const publish = (client: Client, method: string, { joins, messages }: Publishing): Done => {
    if (joins) subscribe(client, joins)
    const batch = keeper.open(client.id, guard ? client.ip : client.id)
    const passAll = () => batch.kept.forEach(pass)
    try {
      for (const message of messages) {
        const { topic, tag, ttl } = message
        const shape = { method, topic: topic.slice(0, 8), tag, ttl, size: message.message.length }
        recorder.add('publishes', { client: client.name, ...shape, attested: message.attestation !== undefined })
        batch.put(message)
      }
    } catch (error) {
      // The messages before the refused one are already kept, and a retry would not pass them on, so pass them on now.
      const written = batch.write()
      if (written) written.then(passAll, () => {})
      else passAll()
      throw error
    }
    return { result: true, then: passAll, written: batch.write() }
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
  return { run, catchUp, pass, leave: (client: Client) => unsubscribe(client, [...client.topics]) }
}
