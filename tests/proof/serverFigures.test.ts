/**
 * Measures how many logins by mail a server handles, how long they take, and its memory: with a file, with PostgreSQL,
 * and with PostgreSQL and Redis.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../cli/repo/postgres.ts'
import { SITE } from '../sandbox/login/browser.ts'
import { masterKey, startMailbox } from '../support/hosted.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis } from '../support/redis.ts'
import { type ServerProcess, spawnServer } from '../support/serverProcess.ts'
import { startTcpBalancer } from '../support/tcpBalancer.ts'

/** The seconds in which V8 compiles each new process's code, which no figure counts, and those that are measured. */
const [WARM, SECONDS] = [5, 10]
const PEOPLE = 16
const PROXY = 'x-forwarded-for'

/** The memory (resident, in MB) and processor time (in seconds) of a process. Linux only. */
function usageOf({ child }: ServerProcess): { memory: number; cpu: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // User and system time, in hundredths of a second.
  const cpu = (Number(fields[11]) + Number(fields[12])) / 100
  return { memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, cpu }
}

let count = 0
/** Logs one person in, from an own IP address, so that no limit applies. @returns the ms of each request */
async function login(url: string, mailbox: Awaited<ReturnType<typeof startMailbox>>): Promise<number[]> {
  const me = ++count
  const times: number[] = []
  const post = async (path: string, body: unknown, frame = '') => {
    const started = performance.now()
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { origin: url, 'x-frame': frame, [PROXY]: `10.${me >> 16}.${(me >> 8) & 255}.${me & 255}` },
    })
    const value = (await answer.json()) as { frame?: string; message?: string }
    times.push(performance.now() - started)
    if (!answer.ok) throw new Error(value.message)
    return value
  }
  const email = `person${me}@example.com`
  const { frame } = await post('open', { origin: SITE, projectId: 'figures' })
  await post('CONNECT_EMAIL', { payload: { email } }, frame)
  const { code } = await mailbox.nextMail(email)
  await post('CONNECT_OTP', { payload: { otp: code } }, frame)
  return times
}

async function measure(name: string, database: string, processes: number, redis?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'))
  const mailbox = await startMailbox()
  const ports: number[] = []
  // Also before one process, so that the figures can be compared.
  const balancer = await startTcpBalancer(() => ports)
  const config = { sites: [SITE], proxyHeader: PROXY, log: 'info', url: balancer.url }
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify(config))
  const environment = {
    ...{ WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1'), NODE_ENV: 'production' },
    ...(database && { WALLETKIT_DATABASE: database }),
    ...(redis !== undefined && { WALLETKIT_REDIS_URL: redis }),
  }
  const servers: ServerProcess[] = []
  for (let each = 0; each < processes; each++) servers.push(await spawnServer(folder, environment))
  for (const server of servers) ports.push(Number(/"port":(\d+)/.exec(server.output())?.[1]))
  const { url } = balancer
  const atRest = Math.max(...servers.map((server) => usageOf(server).memory))
  /** Lets all people log in again and again for so many seconds. @returns the ms of each request, by login */
  const load = async (most: number): Promise<number[][]> => {
    const logins: number[][] = []
    const until = performance.now() + most * 1000
    const person = async () => {
      while (performance.now() < until) logins.push(await login(url, mailbox))
    }
    await Promise.all(Array.from({ length: PEOPLE }, person))
    return logins
  }
  await load(WARM)
  const cpuBefore = servers.reduce((sum, server) => sum + usageOf(server).cpu, 0)
  const started = performance.now()
  const logins = await load(SECONDS)
  const seconds = (performance.now() - started) / 1000
  const times = logins.flat()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  const cpu = servers.reduce((sum, server) => sum + usageOf(server).cpu, 0) - cpuBefore
  const memory = Math.max(...servers.map((server) => usageOf(server).memory))
  const figures = {
    name,
    perSecond: Math.round(logins.length / seconds),
    p50: at(0.5),
    p99: at(0.99),
    cpuPerLogin: Math.round((cpu / logins.length) * 1e4) / 10,
    atRest: Math.round(atRest),
    underLoad: Math.round(memory),
  }
  for (const { child, ended } of servers) {
    child.kill('SIGTERM')
    await ended
  }
  await balancer.close()
  await mailbox.close()
  rmSync(folder, { recursive: true })
  return figures
}

const hasPostgres = (await findPostgres()) !== undefined
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)

it('takes logins by mail, with a file, with PostgreSQL and with Redis', async () => {
  const all = [await measure('one process, a file', '', 1)]
  if (hasPostgres) {
    // Flush each commit to the disk, as in production.
    const postgres = await startPostgres([])
    onTestFinished(postgres.stop)
    all.push(await measure('one process, PostgreSQL', postgres.create(), 1))
    all.push(await measure('two processes, PostgreSQL', postgres.create(), 2))
    const redis = await startRedis(['--appendonly', 'no'])
    onTestFinished(redis.stop)
    all.push(await measure('one process, PostgreSQL and Redis', postgres.create(), 1, redis.url))
    all.push(await measure('two processes, PostgreSQL and Redis', postgres.create(), 2, redis.url))
  }
  console.log(`${cpus().length} processors, load before: ${loadavg()[0]?.toFixed(1)}, ${PEOPLE} people at once`)
  console.table(all)
  for (const { perSecond } of all) expect(perSecond).toBeGreaterThan(0)
}, 300_000)
