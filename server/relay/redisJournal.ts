/**
 * A relay's journal in a Redis stream that several processes write and read. Each process keeps all messages in its
 * mailboxes, whichever process a client published them to.
 *
 * - An entry of the stream is a message, or says that a client has received a message. It is deleted with its message,
 *   so that the stream has about what the mailboxes have.
 * - After a restart of Redis the stream is empty. Each process then writes the messages again that clients published to
 *   it, and later also those of processes that have ended (`rewriting.ts`).
 * - A lost connection leaves unknown whether a message was written. Then its publisher gets an error and publishes it
 *   again; a message that is in the stream twice is kept once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { nameOf, type Place } from '../../sandbox/relay/kept.ts'
import type { Fact, Journal } from '../../sandbox/relay/relay.ts'
import type { Redis } from '../store/redis.ts'
import { keptOf } from './fact.ts'
import { createReport } from './quiet.ts'
import { AT_ONCE, BLOCK, createStream, type StreamEntry } from './redisStream.ts'
import { createRewriting, LATER, type Written } from './rewriting.ts'

/** ms to wait after a failed read, and between two attempts to write missing messages again. */
const PAUSE = 250
/** The most entries that one command deletes. */
const MOST_REMOVALS = 1_000

/**
 * Parses an entry of the stream.
 * @throws Error for an entry whose message cannot be parsed: a newer version may have written it
 */
function factOf({ fields }: StreamEntry): Fact {
  const [body, topic = '', key = '', client = ''] = ['body', 'topic', 'key', 'client'].map((name) => fields.get(name))
  if (body === undefined) return { does: 'arrive', place: { topic, key }, client }
  return { does: 'keep', kept: keptOf(body), owner: fields.get('owner') ?? '' }
}

const placeOf = (fact: Fact): Place => (fact.does === 'keep' ? fact.kept : fact.place)

/**
 * Deletes entries of the stream. `removeMore` tries again for those whose deletion failed: otherwise a process that
 * starts later would keep the dropped message again.
 */
function createRemovals(run: (ids: readonly string[]) => Promise<void>, report: (error: unknown) => void) {
  let left: string[] = []
  const remove = async (ids: readonly string[]) => {
    try {
      await run(ids)
    } catch (error) {
      left.push(...ids)
      report(error)
    }
  }
  return {
    remove,
    async removeMore() {
      const ids = left.splice(0, MOST_REMOVALS)
      if (ids.length) await remove(ids)
    },
    forgetAll: () => void (left = []),
  }
}

/**
 * Opens the journal in a Redis.
 * @param redis the connection that writes
 * @param reader a second connection, which waits for new entries
 * @param lost called with errors, at most once in 30 s and not after `close`
 * @param later ms after a restart of Redis until this process also writes the messages that clients published to others
 */
export function openRedisJournal(redis: Redis, reader: Redis, lost: (error: Error) => void, later = LATER): Journal {
  const me = randomUUID()
  const stream = createStream(redis, reader)
  /** All messages that the mailboxes have. */
  const messages = new Map<string, Written>()
  let isClosed = false

  const report = createReport((error) => void (isClosed || lost(error)))
  const write = ({ kept, owner }: Written) => stream.add({ by: me, owner, body: JSON.stringify(kept) })
  const rewriting = createRewriting(messages, write, later)

  const removals = createRemovals((ids) => stream.remove(ids), report)
  /** Handles one entry that was read. */
  const take = (entry: StreamEntry, tell: (fact: Fact) => void) => {
    const fact = factOf(entry)
    const name = nameOf(placeOf(fact))
    const isOwn = entry.fields.get('by') === me
    const isNew = fact.does === 'keep' && !isOwn && !messages.has(name)
    if (isNew) messages.set(name, { kept: fact.kept, owner: fact.owner, isOwn: false, ids: [], isThere: true })
    const message = messages.get(name)
    // The mailboxes dropped the message before this process read the entry, or the message could not be parsed.
    if (!message) return void removals.remove([entry.id])
    message.ids.push(entry.id)
    message.isThere ||= fact.does === 'keep'
    if (!isOwn) tell(fact)
  }
  const restarted = () => {
    removals.forgetAll()
    rewriting.restarted()
  }
  /** Reads entries once. @returns whether the stream may have more that can be read without waiting */
  const read = async (tell: (fact: Fact) => void, block?: number): Promise<boolean> => {
    const entries = await stream.read(restarted, block)
    for (const entry of entries) {
      try {
        take(entry, tell)
      } catch (error) {
        report(error)
      }
    }
    return entries.length >= AT_ONCE
  }
  const readOn = async (tell: (fact: Fact) => void) => {
    if (await read(tell, rewriting.isNeeded() ? PAUSE : BLOCK)) return
    if (rewriting.isNeeded() && (await stream.isTogether())) await rewriting.next()
    await removals.removeMore()
  }

  return {
    async keep(all, owner) {
      const names = all.map(nameOf)
      const written = all.map((kept) => ({ kept, owner, isOwn: true, ids: [], isThere: false }))
      for (const message of written) messages.set(nameOf(message.kept), message)
      try {
        const runs = await Promise.all(written.map(write))
        // The message is in a run of Redis that this process no longer reads, or does not read yet. Write it again, to
        // the run that this process reads.
        if (runs.some((run) => run !== stream.run())) names.forEach(rewriting.add)
      } catch (error) {
        report(error)
        throw error
      }
    },
    arrive: ({ topic, key }, client) => void stream.add({ by: me, topic, key, client }).catch(report),
    forget(place) {
      const name = nameOf(place)
      const { ids = [] } = messages.get(name) ?? {}
      messages.delete(name)
      if (ids.length && !isClosed) void removals.remove(ids)
    },
    async follow(tell) {
      while (await read(tell)) {
        // Read until the stream has no more entries.
      }
      const rest = async () => {
        while (!isClosed) {
          await readOn(tell).catch((error: unknown) => {
            report(error)
            return pause(PAUSE)
          })
        }
      }
      void rest()
    },
    close() {
      isClosed = true
      reader.close()
    },
  }
}
