/** A whole `walletkit-server`, installed from its tarball, in one process or in several behind a balancer. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { masterKey, startMailbox } from './hosted.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { type ServerProcess, spawnServer } from './serverProcess.ts'
import { startTcpBalancer } from './tcpBalancer.ts'

export type HostedService = {
  /** The origin at which visitors reach it. */
  url: string
  mailbox: Awaited<ReturnType<typeof startMailbox>>
  /** Kills the oldest of two processes, if there are several: visitors must not notice. */
  killOne: () => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  /** The folder for its config and its data, which must not exist yet. */
  folder: string
  /** The command that starts it. */
  bin: string
  config: Record<string, unknown>
  secrets: Record<string, string>
}

export async function startOneProcess({ folder, bin, config, secrets }: Options): Promise<HostedService> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify(config))
  const mailbox = await startMailbox()
  const environment = { WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1'), ...secrets }
  const { url, child, ended } = await spawnServer(folder, environment, [bin])
  return {
    url,
    mailbox,
    killOne: async () => {},
    async stop() {
      child.kill('SIGTERM')
      await ended
      await mailbox.close()
    },
  }
}

/** Two processes on one PostgreSQL and one Redis, behind a balancer that knows nothing of HTTP. */
export async function startTwoProcesses({ folder, bin, config, secrets }: Options): Promise<HostedService> {
  mkdirSync(folder)
  const [mailbox, postgres, redis] = await Promise.all([startMailbox(), startPostgres(), startRedis()])
  const servers: ServerProcess[] = []
  const ports: number[] = []
  const balancer = await startTcpBalancer(() => ports)
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ ...config, url: balancer.url }))
  const environment = {
    ...{ WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1') },
    ...{ WALLETKIT_DATABASE: postgres.create(), WALLETKIT_REDIS_URL: redis.url, ...secrets },
  }
  const add = async () => {
    const server = await spawnServer(folder, environment, [bin])
    servers.push(server)
    ports.push(Number(/"port":(\d+)/.exec(server.output())?.[1]))
  }
  // The first one makes the tables.
  await add()
  await add()
  return {
    url: balancer.url,
    mailbox,
    async killOne() {
      if (servers.length < 2) await add()
      const killed = servers.shift()
      killed?.child.kill('SIGKILL')
      await killed?.ended
    },
    async stop() {
      for (const { child, ended } of servers) {
        child.kill('SIGTERM')
        await ended
      }
      await balancer.close()
      await Promise.all([mailbox.close(), redis.stop(), postgres.stop()])
    },
  }
}
