/**
 * The Redis stream to which the relays of several processes write. Its key contains the id of Redis's run, so that it
 * is empty after a restart of Redis.
 */
import type { Connection, Redis } from '../store/redis.ts'

/** The most entries of one read. They have 20 MB if all are messages of the largest size (1 MB). */
export const AT_ONCE = 20
/** ms for which Redis blocks a read while there is no entry: less than the connection's timeout for a response. */
export const BLOCK = 2_000
/**
 * The most entries of the stream: enough for 20,000 messages with 32 acknowledgements each. Redis removes older ones,
 * such as those that processes had not deleted when they ended.
 */
const LONGEST = 700_000
/** ms after which Redis deletes a stream that no process reads any more. No message is kept for so long. */
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

/**
 * Makes the functions that write and read the stream.
 * @param redis the connection that writes
 * @param reader a second connection, which waits for new entries
 */
export function createStream(redis: Redis, reader: Redis) {
  const keyOf = ({ run }: Connection) => `walletkit:${run.slice(0, 16)}:relay`
  let [run, last, renewed] = ['', '0-0', 0]
  return {
    /** The id of the run of Redis (`run_id`) from which the last `read` got its entries; '' before the first `read`. */
    run: () => run,
    /** Whether the connection that writes leads to the same run of Redis as the last `read`. */
    isTogether: async (): Promise<boolean> => (await redis.connection()).run === run,
    /** Adds an entry. @returns the id of the run of Redis that has it */
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
     * Reads the next entries; the first call begins with the oldest entry of the stream.
     * @param restarted called before the first read after a restart of Redis
     * @param block ms to wait if there is no entry; without it, the call does not wait
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
        // Redis answers 0 while there is no stream. The next `read` tries again.
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
