/** The stream of a Redis in which the relays of several processes write. It begins anew with each run of Redis. */
import type { Connection, Redis } from '../store/redis.ts'

/** Entries that are read at once: with the largest messages 20 MB. */
export const AT_ONCE = 20
/** ms that Redis holds a read while nothing comes; shorter than the connection waits for an answer. */
export const BLOCK = 2_000
/** The most entries, against entries that no process deletes any more: 20,000 messages with 32 acknowledgements each. */
const LONGEST = 700_000
/** ms after which Redis deletes a stream that nobody reads: longer than any message is kept. */
const LEFT = 31 * 86_400_000
const RENEW = 3_600_000

export type StreamEntry = { id: string; fields: ReadonlyMap<string, string> }

/** Parses the answer to XREAD of one stream. @throws Error for anything else */
export function entriesOf(answer: unknown): StreamEntry[] {
  if (answer === null) return []
  const list = (value: unknown): readonly unknown[] => {
    if (!Array.isArray(value)) throw new Error('Redis answered XREAD in another form')
    return value
  }
  const [, entries] = list(list(answer)[0])
  return list(entries).map((entry) => {
    const [id, words] = list(entry)
    const texts = list(words ?? []).map(String)
    const fields = texts.flatMap((name, at): [string, string][] => (at % 2 ? [] : [[name, texts[at + 1] ?? '']]))
    return { id: String(id), fields: new Map(fields) }
  })
}

/** @param redis writes @param reader a connection of its own, which waits for what comes */
export function createStream(redis: Redis, reader: Redis) {
  const keyOf = ({ run }: Connection) => `walletkit:${run.slice(0, 16)}:relay`
  let [run, last, renewed] = ['', '0-0', 0]
  return {
    /** The run of Redis that is read at present. */
    run: () => run,
    /** Whether it is also the one in which this process writes. */
    isTogether: async (): Promise<boolean> => (await redis.connection()).run === run,
    /** @returns the run of Redis in which it was written */
    async add(fields: Readonly<Record<string, string>>): Promise<string> {
      const connection = await redis.connection()
      const words = Object.entries(fields).flat()
      await connection.ask('XADD', keyOf(connection), 'MAXLEN', '~', String(LONGEST), '*', ...words)
      return connection.run
    },
    async remove(ids: readonly string[]): Promise<void> {
      const connection = await redis.connection()
      await connection.ask('XDEL', keyOf(connection), ...ids)
    },
    /**
     * The next entries, from the first one on.
     * @param restarted called before the first entry of another run of Redis @param block ms to wait for an entry
     */
    async read(restarted: () => void, block?: number): Promise<StreamEntry[]> {
      const connection = await reader.connection()
      const key = keyOf(connection)
      if (connection.run !== run) {
        const isAnother = run !== ''
        ;[run, last, renewed] = [connection.run, '0-0', 0]
        if (isAnother) restarted()
      }
      if (Date.now() - renewed > RENEW) {
        // 0 means that there is no stream yet.
        if ((await connection.ask('PEXPIRE', key, String(LEFT))) === 1) renewed = Date.now()
      }
      const waiting = block === undefined ? [] : ['BLOCK', String(block)]
      const answer = await connection.ask('XREAD', 'COUNT', String(AT_ONCE), ...waiting, 'STREAMS', key, last)
      const entries = entriesOf(answer)
      last = entries.at(-1)?.id ?? last
      return entries
    },
  }
}
