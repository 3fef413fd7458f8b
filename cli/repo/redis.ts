/**
 * Finds a Redis for the tests: the one that `WALLETKIT_REDIS` names, else an installed one, else one that it installs
 * with apt-get if this process is root. It starts no server: each test file starts its own.
 */
import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'
import { run } from './run.ts'

const SYSTEM = [
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
  '/usr/bin/valkey-server',
]

/** How to get Redis, for error messages. */
export const REDIS_ADVICE =
  'Install Redis 6.2 or newer (Debian: apt-get install -y redis-server), or set WALLETKIT_REDIS to its path.'

/** The path of a redis-server that starts, or `undefined` when there is none. */
export async function findRedis(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_REDIS']
  if (named) return (await starts(named)) ? named : undefined
  return (await findSystem()) ?? ((await installPackage('redis-server', 'no Redis found')) ? findSystem() : undefined)
}

async function findSystem(): Promise<string | undefined> {
  for (const path of SYSTEM) if (existsSync(path) && (await starts(path))) return path
  return undefined
}

const starts = async (path: string) => (await run(path, ['--version']).catch(() => ({ code: 1 }))).code === 0
