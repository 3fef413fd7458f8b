/**
 * Stores short-lived data (codes, limits) in a Redis, which several processes share.
 *
 * - An entry is read, changed in this process, and written by a script that does so only if every key still has exactly
 *   the text that was read. Redis runs a script without anything in between. If another process was faster, nothing is
 *   written, and the change runs again with what is stored now.
 * - A lost connection, or no answer in time, leaves unknown whether the script ran. Then the change throws, and nothing
 *   repeats it, because it may have happened: an attempt at a code may be counted although its visitor saw an error, or
 *   a code may be used up without a login. In both cases the visitor can ask for a new code. If a change were repeated,
 *   an attempt could count twice, or a code work twice.
 * - The keys have the id of Redis's run (`run_id`), so nothing from before a restart or a change of the primary is
 *   found again. Redis may come back with an older snapshot, or a replica may lack the last writes: both would restore
 *   codes that were used already.
 */
import { createHash, createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { number, object, type Parsed, type Shape, text } from '../../runtime/auth/shape.ts'
import type { Collection, Entry, Transient } from '../../sandbox/login/transient.ts'
import { readStored } from './json.ts'
import type { Connection, Redis } from './redis.ts'
import { createSealed } from './sealedValue.ts'
import { createTurns } from './turns.ts'

/**
 * ms for which Redis keeps an entry after its `until`. Redis only frees the memory: whether an entry has ended is
 * decided by `until` and this process's clock, which may be behind that of the process that wrote the entry.
 */
const SLACK = 60_000
/** How often a change is tried before it fails, and the longest pause in ms before the next time. */
const [TRIES, LONGEST] = [100, 32]

/**
 * Writes entries if none has changed since it was read. KEYS: the entries, then the indexes. ARGV: the number of
 * entries, the time (ms) up to which members of an index have ended, and for each entry the text that was read ('' for
 * none), the next one ('' for none), the ms to keep it, its `until`, and the place of its index in KEYS (0 for none).
 * An index is a sorted set of the keys of entries with the same `about`, by their `until`. Returns 1, or 0 if an entry
 * has changed.
 */
const CHANGE = `
local count = tonumber(ARGV[1])
for at = 1, count do
  if (redis.call('GET', KEYS[at]) or '') ~= ARGV[5 * at - 2] then return 0 end
end
for at = 1, count do
  local key, after, ms, until_, index = KEYS[at], ARGV[5 * at - 1], ARGV[5 * at], ARGV[5 * at + 1], KEYS[tonumber(ARGV[5 * at + 2])]
  if after == '' then
    redis.call('DEL', key)
  else
    redis.call('SET', key, after, 'PX', ms)
    if index then
      redis.call('ZREMRANGEBYSCORE', index, '-inf', ARGV[2])
      redis.call('ZADD', index, until_, key)
      if redis.call('PTTL', index) < tonumber(ms) then redis.call('PEXPIRE', index, ms) end
    end
  end
end
return 1`

/**
 * Deletes the entries of an index. KEYS: the index. ARGV: how the text of an entry with this `about` begins; an entry
 * with another beginning was replaced since, and stays.
 */
const DROP = `
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local text = redis.call('GET', key)
  if text and string.sub(text, 1, #ARGV[1]) == ARGV[1] then redis.call('DEL', key) end
end
redis.call('DEL', KEYS[1])
return 1`

/**
 * Runs a script by its hash, which is shorter than the script. After the error `NOSCRIPT` nothing has run, so the
 * script may be sent in full.
 */
function createScript(code: string) {
  const hash = createHash('sha1').update(code).digest('hex')
  return async (connection: Connection, keys: readonly string[], args: readonly (string | number)[]) => {
    const rest = [String(keys.length), ...keys, ...args.map(String)]
    try {
      return await connection.ask('EVALSHA', hash, ...rest)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return connection.ask('EVAL', code, ...rest)
    }
  }
}

const [change, drop] = [createScript(CHANGE), createScript(DROP)]

const listOf = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : [])

/**
 * The stored text is JSON, with `about` first, because `DROP` compares the beginning of the text. `value` is encrypted.
 */
const stored = object({ about: text, until: number, value: text })
const writtenAs = ({ about, until, value }: Parsed<typeof stored>) => JSON.stringify({ about, until, value })
const beginningOf = (about: string) => JSON.stringify({ about }).slice(0, -1)

/**
 * Makes the store of short-lived data.
 * @param secret must be the same in every process. Keys and values contain mail and IP addresses, so Redis gets an HMAC
 *   of the keys with this secret, and encrypted values: a copy of its data does not reveal who used the login
 */
export function redisTransient(redis: Redis, secret: Uint8Array, now: () => number): Transient {
  const hash = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const sealed = createSealed(secret)
  // Changes of the same keys run one after the other in this process. Otherwise they would make each other run again
  // under load; so only changes of other processes can.
  const inTurn = createTurns()
  return {
    collection<T>(kind: string, shape: Shape<T>): Collection<T> {
      const column = `transient.${kind}`
      const under = ({ run }: Connection, rest: string) => `walletkit:${run.slice(0, 16)}:${kind}:${rest}`
      const aboutOf = (about: string) => hash('about', kind, about)
      const indexOf = (connection: Connection, about: string) => under(connection, `about:${about}`)
      const valueOf = (found: unknown): T | undefined => {
        if (typeof found !== 'string') return undefined
        const { until, value } = readStored(stored, found, column)
        return until < now() ? undefined : sealed.read(shape, value, column)
      }
      /** Writes the entries. @returns false if a key no longer has the text that was read */
      const write = async (
        connection: Connection,
        keys: readonly string[],
        found: readonly unknown[],
        next: readonly (Entry<T> | undefined)[],
      ): Promise<boolean> => {
        const time = now()
        const indexes: string[] = []
        const args = keys.flatMap((_, at) => {
          const before = found[at]
          const was = typeof before === 'string' ? before : ''
          const entry = next[at]
          if (!entry) return [was, '', 0, 0, 0]
          const about = entry.about === undefined ? '' : aboutOf(entry.about)
          if (about) indexes.push(indexOf(connection, about))
          const text = writtenAs({ about, until: entry.until, value: sealed.write(entry.value, column) })
          const ms = Math.max(Math.ceil(entry.until - time), 0) + SLACK
          return [was, text, ms, entry.until, about ? keys.length + indexes.length : 0]
        })
        const answer = await change(connection, [...keys, ...indexes], [keys.length, time - SLACK, ...args])
        return answer === 1
      }
      return {
        async get(key) {
          const connection = await redis.connection()
          return valueOf(await connection.ask('GET', under(connection, hash(kind, key))))
        },
        update(given, change) {
          const hashes = given.map((key) => hash(kind, key))
          return inTurn(hashes, async () => {
            const connection = await redis.connection()
            const keys = hashes.map((each) => under(connection, each))
            for (let tried = 1; tried <= TRIES; tried++) {
              const found = await connection.ask('MGET', ...keys)
              const texts = listOf(found)
              const { next, result } = change(keys.map((_, at) => valueOf(texts[at])))
              if (await write(connection, keys, texts, next)) return result
              await pause(Math.random() * Math.min(2 ** tried, LONGEST))
            }
            throw new Error(`${column} was changed by other processes ${TRIES} times in a row`)
          })
        },
        async drop(about) {
          const connection = await redis.connection()
          const hashed = aboutOf(about)
          await drop(connection, [indexOf(connection, hashed)], [beginningOf(hashed)])
        },
        async clear() {
          const connection = await redis.connection()
          let cursor = '0'
          do {
            const answer = await connection.ask('SCAN', cursor, 'MATCH', under(connection, '*'), 'COUNT', '1000')
            const [next, keys] = listOf(answer)
            const found = listOf(keys).map(String)
            if (found.length) await connection.ask('DEL', ...found)
            cursor = typeof next === 'string' ? next : '0'
          } while (cursor !== '0')
        },
      }
    },
    // Redis removes expired entries by itself.
    erase: async () => {},
  }
}
