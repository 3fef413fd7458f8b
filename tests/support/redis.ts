/** Runs a real Redis for tests, on a free port of 127.0.0.1. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../cli/repo/freePort.ts'
import { findRedis, REDIS_ADVICE } from '../../cli/repo/redis.ts'
import { parseRedisUrl, type RedisAddress } from '../../server/store/redisUrl.ts'

export type TestRedis = {
  url: string
  address: () => RedisAddress
  /** Returns the address of an empty database that no other caller gets. */
  create: () => RedisAddress
  /** Ends the server at once, as a crash does. */
  kill: () => Promise<void>
  /** Stops the server from doing anything, while its connections stay open. */
  pause: () => void
  resume: () => void
  /** Starts the server again on the same port, after {@link TestRedis.kill}. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** @throws Error when `text` is no address of a Redis */
export function redisAddress(text: string): RedisAddress {
  const address = parseRedisUrl(text)
  if (typeof address === 'string') throw new Error(address)
  return address
}

/** Starts it, without snapshots. @param flags more settings, as `['--requirepass', 'secret']` */
export async function startRedis(flags: readonly string[] = []): Promise<TestRedis> {
  const program = await findRedis()
  if (program === undefined) throw new Error(`No Redis. ${REDIS_ADVICE}`)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--databases', '64']
  let server: ChildProcess
  const start = async () => {
    const child = spawn(program, [...own, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] })
    server = child
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('eady to accept connections')) resolve()
      })
      child.once('exit', () => reject(new Error(`Redis ended: ${said}`)))
    })
  }
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await start()
  const url = `redis://127.0.0.1:${port}`
  let count = 0
  return {
    url,
    address: () => redisAddress(url),
    create: () => redisAddress(`${url}/${++count}`),
    kill,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: start,
    async stop() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}
