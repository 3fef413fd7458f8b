/** Connects to a Redis 6 or newer, or to a Valkey, and connects again after the connection is lost. */
import { createClient } from '@redis/client'
import { type RedisAddress, shownRedis } from './redisUrl.ts'

/** ms to wait for a connection, and for each answer. */
const PATIENCE = 5_000
/** ms between two attempts to connect: the first and the longest pause. */
const [SHORT_PAUSE, LONG_PAUSE] = [100, 2_000]
const OLDEST = 6

/** What `INFO` says about a server, by the names of Redis: `redis_version`, `run_id`, `maxmemory_policy`, … */
type Info = ReadonlyMap<string, string>

/** A connection, which ends with its socket: a command that was sent over it is never sent again over another one. */
export type Connection = {
  /**
   * The id that the server gave itself at its start (`run_id`). Another id means that it was restarted, or that another
   * server has taken its place.
   */
  run: string
  info: Info
  /**
   * Sends a command, and resolves with the server's answer.
   * @throws Error when the server refuses the command, the connection is lost, or no answer comes in time
   */
  ask: (...words: string[]) => Promise<unknown>
  close: () => void
}

export type Redis = {
  /**
   * The current connection. Waits while it is being opened; between two attempts to connect, rejects at once, or
   * resolves with the lost connection, whose `ask` rejects.
   * @throws Error when the server cannot be reached
   */
  connection: () => Promise<Connection>
  close: () => void
}

/** Node's error for a name with several addresses has a code and no message. */
const messageOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

const failed = (address: RedisAddress, cause: unknown) =>
  new Error(`Redis ${shownRedis(address)} is not available: ${messageOf(cause)}`, { cause })

function infoOf(answer: unknown): Info {
  const lines = typeof answer === 'string' ? answer.split('\r\n') : []
  return new Map(
    lines.flatMap((line) => [...line.matchAll(/^(\w+):(.*)$/g)].map(([, name = '', text = '']) => [name, text])),
  )
}

/** Why the server with this `INFO` cannot be used, and what to do; undefined for one that can. */
function refusalOf(info: Info): string | undefined {
  const version = info.get('redis_version') ?? 'unknown'
  if (!(Number.parseInt(version) >= OLDEST)) return `its version is ${version}. Use Redis ${OLDEST} or newer, or Valkey`
  if (info.get('cluster_enabled') === '1') return 'it is a Redis Cluster, which is not supported. Use a single Redis'
  if (info.get('role') !== 'master') return 'it is a replica, which takes no changes. Name the primary'
  if (info.get('loading') === '1') return 'it is still loading its data'
  if (!info.get('run_id')) return 'its INFO has no run_id, which tells a restarted Redis from the one before'
  return undefined
}

/** Describes the setting with which Redis may drop entries before they end; undefined if there is none. */
export function riskOfRedis({ info }: Connection): string | undefined {
  const policy = info.get('maxmemory_policy') ?? 'unknown'
  if (policy === 'noeviction') return undefined
  return (
    `maxmemory-policy is ${policy}: when its memory is full, Redis may drop counts, which lifts the limits. ` +
    'Set it to noeviction, and give this Redis to nothing that fills it'
  )
}

/**
 * Opens one connection, and asks the server who it is.
 * @param lost called when the connection is lost after it was opened
 */
async function connect(address: RedisAddress, lost: (error: Error) => void): Promise<Connection> {
  const { host, port, database, username, password, tls } = address
  const client = createClient({
    // The client must never reconnect: it would send its queue, which may contain changes, over the new connection.
    socket: { host, port, connectTimeout: PATIENCE, reconnectStrategy: false, ...(tls && { tls }) },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    RESP: 2,
    name: 'walletkit-server',
    database,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  })
  let isOpen = false
  let endedBy: Error | undefined
  const end = (cause: unknown) => {
    if (endedBy) return
    endedBy = failed(address, cause)
    client.destroy()
    if (isOpen) lost(endedBy)
  }
  client.on('error', end)
  /**
   * Rejects and ends the connection if `work` takes longer than 5 seconds: a connection that does not answer is not
   * used again.
   */
  const inTime = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const late = new Error(`no answer within ${PATIENCE / 1000} seconds`)
        reject(late)
        end(late)
      }, PATIENCE)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  const ask = async (...words: string[]): Promise<unknown> => {
    try {
      return await inTime(client.sendCommand<unknown>(words))
    } catch (error) {
      // READONLY means that this Redis was the primary and is a replica now. The next connection leads to the new
      // primary if the host's name points there by then.
      if (messageOf(error).startsWith('READONLY')) end(error)
      throw endedBy ?? error
    }
  }
  try {
    await inTime(client.connect())
    const info = infoOf(await ask('INFO'))
    const refusal = refusalOf(info)
    if (refusal !== undefined) throw new Error(refusal)
    isOpen = true
    return { run: info.get('run_id') ?? '', info, ask, close: () => end(new Error('closed')) }
  } catch (error) {
    end(error)
    throw endedBy ?? error
  }
}

/**
 * Connects, and connects again whenever the connection is lost, until `close`.
 * @param lost called when a connection was lost
 * @throws Error when the server does not answer, refuses the password, or cannot be used
 */
export async function openRedis(address: RedisAddress, lost: (error: Error) => void = () => {}): Promise<Redis> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<Connection>
  const open = (pause: number): Promise<Connection> => {
    const openedAt = performance.now()
    current = connect(address, (error) => {
      if (isClosed) return
      lost(error)
      // Connect at once, so that no request fails only because an idle connection was closed. But wait if the
      // connection was lost soon after it was opened: the server may be dropping every connection.
      if (performance.now() - openedAt > LONG_PAUSE) void open(SHORT_PAUSE)
      else again(SHORT_PAUSE)
    })
    current.catch(() => again(Math.min(pause * 2, LONG_PAUSE)))
    return current
  }
  const again = (pause: number) => {
    if (isClosed) return
    timer = setTimeout(() => void open(pause), pause * (0.5 + Math.random()))
    timer.unref()
  }
  const close = () => {
    isClosed = true
    clearTimeout(timer)
    current.then(
      (connection) => connection.close(),
      () => {},
    )
  }
  try {
    await open(SHORT_PAUSE)
  } catch (error) {
    close()
    throw error
  }
  return { connection: () => current, close }
}
