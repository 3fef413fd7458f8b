import type { Store } from './store.ts'

/**
 * The one method that is needed of a client, by which any command can be sent: `call` of `ioredis`, `sendCommand` of
 * `redis` (node-redis 4 and newer). Their objects fit as they are.
 */
export type RedisClient =
  | { call: (command: string, ...words: string[]) => Promise<unknown> }
  | { sendCommand: (words: string[]) => Promise<unknown> }

export type RedisStoreOptions = {
  /** Stands before every key (default `walletkit:siwx:`). */
  prefix?: string
}

/** For any number of servers. `take` is GETDEL, so that Redis 6.2 is needed; time limits are Redis's own (SET … EX). */
export function redisStore(client: RedisClient, { prefix = 'walletkit:siwx:' }: RedisStoreOptions = {}): Store {
  const send = async (command: string, ...words: string[]): Promise<string | undefined> => {
    // Asked in this order: ioredis has a `sendCommand` too, of another form.
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
