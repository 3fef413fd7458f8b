import type { Store } from './memory.ts'

/**
 * The client's method that sends any command: `call` of `ioredis`, or `sendCommand` of `redis` (node-redis 4 and
 * newer). Pass the client object of either library.
 */
export type RedisClient =
  | { call: (command: string, ...words: string[]) => Promise<unknown> }
  | { sendCommand: (words: string[]) => Promise<unknown> }

export type RedisStoreOptions = {
  /** The prefix of every key (default `walletkit:siwx:`). */
  prefix?: string
}

/**
 * A store for any number of servers. Needs Redis 6.2 for GETDEL (`take`). Redis itself expires entries (SET … EX).
 *
 * @example
 * ```ts
 * import { Redis } from 'ioredis'
 * import { createSiwxServer, redisStore } from 'walletkit/siwx-server'
 *
 * const siwx = createSiwxServer({ domain: 'app.example', store: redisStore(new Redis('redis://127.0.0.1')) })
 * ```
 */
export function redisStore(client: RedisClient, { prefix = 'walletkit:siwx:' }: RedisStoreOptions = {}): Store {
  const send = async (command: string, ...words: string[]): Promise<string | undefined> => {
    // Check `call` first: ioredis has a `sendCommand` too, with other parameters.
    const answer =
      'call' in client ? await client.call(command, ...words) : await client.sendCommand([command, ...words])
    return typeof answer === 'string' ? answer : undefined
  }
  return {
    get: (key) => send('GET', prefix + key),
    set: async (key, value, ttlSeconds) => {
      await send('SET', prefix + key, value, 'EX', String(ttlSeconds))
    },
    take: (key) => send('GETDEL', prefix + key),
  }
}
