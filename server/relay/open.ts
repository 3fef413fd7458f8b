import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ipOf as addressOf } from '../../sandbox/login/received.ts'
import { createRelay, type Journal, RELAY_PATH, type RelayServer } from '../../sandbox/relay/relay.ts'
import type { Config } from '../config/config.ts'
import { derived } from '../keys/derived.ts'
import { isPostgresUrl } from '../store/postgresUrl.ts'
import type { Redis } from '../store/redis.ts'

/** Limits of the relay. The limits per IP address are high, because all people of a company may share one address. */
const GUARD = {
  sockets: 20_000,
  socketsPerIp: 200,
  callsPerSecond: 20,
  unsentBytes: 4_000_000,
  unsentBytesPerIp: 50_000_000,
  keptCharacters: 200_000_000,
  keptShare: 0.1,
}

export type RelayParts = {
  /** The connection that writes to the Redis; undefined without a Redis. */
  redis: Redis | undefined
  /** Called when messages cannot be written or read. */
  lost: (error: Error) => void
}

/**
 * Opens the relay's journal: a file beside an SQLite database, or the Redis beside a PostgreSQL. @returns undefined
 * without either: messages are in memory only then
 */
async function openJournal(config: Config, { redis, lost }: RelayParts): Promise<Journal | undefined> {
  if (!isPostgresUrl(config.database)) return (await import('./fileJournal.ts')).openFileJournal(config.database, lost)
  if (!redis || !config.redis) return undefined
  const [{ openRedisJournal }, { openRedis }] = await Promise.all([
    import('./redisJournal.ts'),
    import('../store/redis.ts'),
  ])
  return openRedisJournal(redis, await openRedis(config.redis), lost)
}

/**
 * Opens the relay with the messages of its journal, such as those from before a restart.
 * @throws Error if the journal cannot be opened or read
 */
export async function openRelay(config: Config, parts: RelayParts): Promise<RelayServer> {
  const secret = derived(config.masterKeys, 'relay owners')
  // The journal stores each message with its owner. Use an HMAC of the owner's IP address, so that the address itself
  // is not stored.
  const ipOf = (request: IncomingMessage) =>
    createHmac('sha256', secret).update(addressOf(request, config.proxyHeader)).digest('base64url').slice(0, 22)
  const url = new URL(RELAY_PATH, config.url.replace(/^http/, 'ws')).href
  const journal = await openJournal(config, parts)
  const relay = createRelay({ url, record: false, guard: { ...GUARD, ipOf }, journal })
  try {
    await relay.follow()
    return relay
  } catch (error) {
    relay.close()
    throw error
  }
}
