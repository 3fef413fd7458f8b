/**
 * A relay's journal in a Redis, in a stream that several processes write and follow: each keeps all messages, whichever
 * of them took one.
 *
 * - An entry of the stream is a message, or a client's acknowledgement of one. It is deleted with its message, so that the
 *   stream has about what the mailboxes have.
 * - After a restart of Redis the stream is empty. Each process then writes its own messages again.
 * - A lost connection leaves unknown whether a message was written. Then its publisher gets an error and publishes it
 *   again; a message that is there twice is kept once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kept, nameOf, type Place } from '../../sandbox/relay/kept.ts'
import type { Fact, Journal } from '../../sandbox/relay/relay.ts'
import type { Redis } from '../store/redis.ts'
import { keptOf } from './fact.ts'
import { BLOCK, createStream, type StreamEntry } from './redisStream.ts'

/** ms between two attempts to read, after one failed. */
const PAUSE = 250
/** ms for which further errors are not reported after one was: each message would have one. */
const QUIET = 30_000

/** @throws Error for an entry that is no fact: a newer version may have written it */
function factOf({ fields }: StreamEntry): Fact {
  const [body, topic = '', key = '', client = ''] = ['body', 'topic', 'key', 'client'].map((name) => fields.get(name))
  if (body === undefined) return { does: 'arrive', place: { topic, key }, client }
  return { does: 'keep', kept: keptOf(body), owner: fields.get('owner') ?? '' }
}

const placeOf = (fact: Fact): Place => (fact.does === 'keep' ? fact.kept : fact.place)

/**
 * @param redis writes @param reader a connection of its own, which waits for what others write
 * @param lost called with an error that nobody else hears of
 */
export function openRedisJournal(redis: Redis, reader: Redis, lost: (error: Error) => void): Journal {
  const me = randomUUID()
  const stream = createStream(redis, reader)
  /** This process's own messages, to write them again. */
  const own = new Map<string, { kept: Kept; owner: string }>()
  /** The ids of the stream's entries about each message. */
  const ids = new Map<string, string[]>()
  let isClosed = false

  let reported = -Infinity
  const report = (error: unknown) => {
    if (isClosed || performance.now() - reported < QUIET) return
    reported = performance.now()
    lost(error instanceof Error ? error : new Error(String(error)))
  }
  const note = (work: Promise<unknown>) => void work.catch(report)
  const write = ({ kept, owner }: { kept: Kept; owner: string }) =>
    stream.add({ by: me, owner, body: JSON.stringify(kept) })

  /** Handles one entry that was read. */
  const take = (entry: StreamEntry, tell: (fact: Fact) => void) => {
    const fact = factOf(entry)
    const name = nameOf(placeOf(fact))
    const isOwn = entry.fields.get('by') === me
    const known = ids.get(name)
    // Its message was dropped before this entry came.
    if (fact.does === 'keep' ? isOwn && !own.has(name) : !known) return note(stream.remove([entry.id]))
    if (known) known.push(entry.id)
    else ids.set(name, [entry.id])
    if (!isOwn) tell(fact)
  }
  const restarted = () => {
    ids.clear()
    for (const each of own.values()) note(write(each))
  }
  /** Reads once. @returns whether there may be more at once */
  const read = async (tell: (fact: Fact) => void, block?: number): Promise<boolean> => {
    const entries = await stream.read(restarted, block)
    for (const entry of entries) {
      try {
        take(entry, tell)
      } catch (error) {
        report(error)
      }
    }
    return entries.length > 0
  }

  return {
    async keep(messages, owner) {
      for (const kept of messages) own.set(nameOf(kept), { kept, owner })
      try {
        await Promise.all(messages.map((kept) => write({ kept, owner })))
      } catch (error) {
        report(error)
        throw error
      }
    },
    arrive: ({ topic, key }, client) => note(stream.add({ by: me, topic, key, client })),
    forget(place) {
      const name = nameOf(place)
      const found = ids.get(name)
      own.delete(name)
      ids.delete(name)
      if (found && !isClosed) note(stream.remove(found))
    },
    async follow(tell) {
      while (await read(tell)) {
        // There may be more.
      }
      const rest = async () => {
        while (!isClosed) await read(tell, BLOCK).catch(() => pause(PAUSE))
      }
      void rest()
    },
    close() {
      isClosed = true
      reader.close()
    },
  }
}
