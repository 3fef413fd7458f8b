/** Two server processes on one PostgreSQL and one Redis, each reached by its own port. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibraries } from '../../../sandbox/login/libraries.ts'
import { startCatcher } from '../../../sandbox/login/mail/catcher.ts'
import type { Mail } from '../../../sandbox/login/mail/read.ts'
import { PROXY, SITE } from '../../sandbox/login/browser.ts'
import { masterKey } from '../hosted.ts'
import { startPostgres } from '../postgres.ts'
import { startRedis } from '../redis.ts'
import { type ServerProcess, spawnServer } from '../serverProcess.ts'

/** One of the two processes. */
export type Process = 0 | 1
export const otherThan = (process: Process): Process => (process === 0 ? 1 : 0)

/** The origin of the service, as if a balancer were before both processes. Its own pages have it, as the dashboard. */
export const HOME = 'http://login.example.com'

/** What a browser sends with a request. */
export type From = { ip: string; frame?: string; session?: string | undefined; device?: string | undefined }

export type Told = {
  status: number
  message?: string
  code?: number
  answer?: unknown
  frame?: string
  session?: { token: string; handle: string } | null
  device?: string
}

export type Pair = Awaited<ReturnType<typeof startPair>>

/** Keeps each mail until it is taken, by its address. */
async function startMails() {
  const kept = new Map<string, Mail[]>()
  const catcher = await startCatcher(await loadLibraries(), (mail) => {
    kept.set(mail.to, [...(kept.get(mail.to) ?? []), mail])
  })
  return {
    smtp: `smtp://127.0.0.1:${catcher.port}`,
    /** The mails to an address since the last call. A mail is here before its request is answered. */
    take(to: string): Mail[] {
      const mails = kept.get(to) ?? []
      kept.delete(to)
      return mails
    },
    /** The addresses with mails that `take` has not returned yet. */
    left: () => [...kept.keys()],
    close: catcher.close,
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts everything. */
export async function startPair() {
  // Nothing is killed here, so commits need not wait for the disk.
  const postgres = await startPostgres()
  const redis = await startRedis(['--appendonly', 'no'])
  const mails = await startMails()
  const folder = mkdtempSync(join(tmpdir(), 'steps-'))
  const config = { url: HOME, sites: [SITE], proxyHeader: PROXY, log: 'info' }
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify(config))
  const database = postgres.create()
  const masterKeys = masterKey('k1')
  const environment = {
    ...{ WALLETKIT_SMTP: mails.smtp, WALLETKIT_MASTER_KEYS: masterKeys, NODE_ENV: 'production' },
    ...{ WALLETKIT_DATABASE: database, WALLETKIT_REDIS_URL: redis.url },
  }
  const start = async () => {
    const server = await spawnServer(folder, environment)
    return { ...server, port: Number(/"port":(\d+)/.exec(server.output())?.[1]) }
  }
  const servers: [ServerProcess & { port: number }, ServerProcess & { port: number }] = [await start(), await start()]
  // The server ends connections that were idle for five seconds. A request that is sent at that moment would be lost,
  // so they end here first.
  const agent = () => new Agent({ keepAlive: true, timeout: 1_000 })
  const agents = [agent(), agent()] as const

  return {
    database,
    masterKeys,
    mails,
    /**
     * Sends a request of the service's own pages to a process.
     * @throws Error for an answer with the status 500 or more, with what the process has logged last
     */
    async post(process: Process, name: string, body: unknown, { ip, frame, session, device }: From): Promise<Told> {
      const text = JSON.stringify(body)
      const { port, output } = servers[process]
      const sent = request({
        ...{ host: '127.0.0.1', port, agent: agents[process], method: 'POST', path: `/api/${name}` },
        headers: {
          ...{ origin: HOME, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
          ...{ [PROXY]: ip, ...(frame !== undefined && { 'x-frame': frame }) },
          ...(session !== undefined && { authorization: `Bearer ${session}` }),
          ...(device !== undefined && { 'x-device': device }),
        },
      })
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve)
        sent.once('error', reject)
      })
      sent.end(text)
      const answer = await answered
      const status = answer.statusCode ?? 0
      const told = await textOf(answer)
      if (status >= 500) throw new Error(`${name} was answered with ${status}: ${told}\n${output().slice(-2_000)}`)
      return { ...(JSON.parse(told) as Omit<Told, 'status'>), status }
    },
    close: async () => {
      for (const agent of agents) agent.destroy()
      for (const { child, ended } of servers) {
        child.kill('SIGTERM')
        await ended
      }
      await mails.close()
      await redis.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
