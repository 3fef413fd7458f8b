/** Runs a real PostgreSQL for tests, on a free port of 127.0.0.1. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../cli/repo/postgres.ts'

export type TestPostgres = {
  /** Creates an empty database. @returns its URL */
  create: () => string
  stop: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** The user to run PostgreSQL as if we are root, which it refuses: `postgres`, which its package creates. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts it. @param flags settings; the default `fsync=off` is faster, and safe while the power stays on */
export async function startPostgres(flags: readonly string[] = ['fsync=off']): Promise<TestPostgres> {
  const programs = await findPostgres()
  if (programs === undefined) throw new Error('There is no PostgreSQL')
  const user = otherUser()
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...user,
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...flags]
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...own.flatMap((flag) => ['-c', flag])], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)))
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const address = (name: string) => `postgres://tests@127.0.0.1:${port}/${name}`
  let count = 0
  return {
    create() {
      const name = `test${++count}`
      const flags = ['-h', '127.0.0.1', '-p', String(port), '-U', 'tests', name]
      const created = spawnSync(join(programs, 'createdb'), flags, { encoding: 'utf8' })
      if (created.status !== 0) throw new Error(`createdb: ${created.stderr}`)
      return address(name)
    },
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown, which also ends open connections.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
