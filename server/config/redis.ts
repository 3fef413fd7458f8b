/** Reads from the environment which Redis to use, if any. */
import { isPostgresUrl } from '../store/postgresUrl.ts'
import { isRedisInClear, parseRedisUrl, type RedisAddress } from '../store/redisUrl.ts'
import type { Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

const REDIS = 'WALLETKIT_REDIS_URL'
const FIX = 'Write "rediss://user:password@host:6379/0", or "redis://host:6379" for one that is not encrypted.'

/**
 * Reads the address of the Redis, a secret because it may contain a password. In production an address on another
 * machine needs TLS, unless it ends with `?tls=off`.
 */
export function redisOf(
  database: string,
  mode: 'production' | 'development',
  secrets: Secrets,
  read: Reader,
): RedisAddress | undefined {
  const text = secretOf(REDIS, secrets, read)
  if (text === undefined) return undefined
  const address = parseRedisUrl(text)
  if (typeof address === 'string') return read.wrong(REDIS, address, FIX)
  // Only one process uses an SQLite file, and that process's own memory is faster than a Redis.
  if (!isPostgresUrl(database))
    read.wrong(
      REDIS,
      'is set, and the database is a file, which one process uses without a Redis',
      'Remove it, or name a PostgreSQL in WALLETKIT_DATABASE.',
    )
  if (mode === 'production' && isRedisInClear(address))
    read.wrong(
      REDIS,
      'is on another machine, and its address does not ask for TLS',
      'Write "rediss://", or add "?tls=off" if nobody else reads that network.',
    )
  return address
}
