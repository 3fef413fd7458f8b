/**
 * A real WalletConnect relay on loopback: clients publish encrypted messages to topics, and the relay delivers them to
 * the topic's other subscribers, now or when they reconnect. It cannot decrypt them. Sources: WalletConnect
 * specifications, "Relay RPC" and "Relay Client Auth".
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'
import { verifyToken } from './auth.ts'
import { limits, parseFrame, type Call, type RpcId } from './frame.ts'
import { createMailboxes, type Kept } from './mailbox.ts'
import { createRecorder, type RelayReport } from './report.ts'
import { dropCode, type RelayFailure, type RelaySwitches } from './switches.ts'

export type Relay = {
  /** `ws://127.0.0.1:PORT/relay` */
  url: string
  report: () => RelayReport
  /**
   * Closes every socket at once with a websocket close code (default 1001) and `reason`. 1006 cuts them without a close
   * frame.
   */
  drop: (code?: number, reason?: string) => void
  /** While `true`, rejects new connections with 503. Together with `drop()` this simulates a full outage. */
  refuse: (refused: boolean) => void
  /** Answers the next `times` calls of this method with a JSON-RPC error. */
  fail: (method: string, times?: number) => void
  /** Clears the report and the switches. Sockets and kept messages stay. */
  clear: () => void
}

/** A relay, including what the server uses. */
export type RelayServer = Relay & {
  apply: (switches: RelaySwitches) => void
  /** The number of open sockets. */
  sockets: () => number
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

type Client = {
  socket: WebSocket
  id: string
  /** The short form in reports: the end of the id. */
  name: string
  topics: Set<string>
  /** Pushed messages that the client has not acknowledged yet, by the push's id. */
  pushed: Map<RpcId, Kept>
  openedAt: number
  about: { projectId: string; userAgent: string; origin: string }
  alive: boolean
  /** It reads slowly, so that some messages wait in the mailboxes only. */
  isBehind: boolean
  ip: string
  /** The calls that are left, and when that was counted, in ms. */
  left: number
  countedAt: number
}

/**
 * `url`: its address, which clients' tokens have to name; on loopback, every loopback name counts. `guard`: what protects a
 * relay that strangers reach. `record`: whether it keeps what happened, for `report()`.
 */
export type RelayOptions = { url: string; guard?: Guard; record?: boolean }

export type Guard = {
  /** Sockets at a time, in total and of one address. */
  sockets: number
  socketsPerIp: number
  /** Calls of one socket in a second, averaged over ten. */
  callsPerSecond: number
  /** Bytes that wait for one slow client. What comes after them waits in the mailboxes until it has read and acknowledged. */
  unsentBytes: number
  /** Characters of all kept messages. */
  keptCharacters: number
  /** The client's address. */
  ipOf: (request: IncomingMessage) => string
}

/** The relay's path on the sandbox. */
export const RELAY_PATH = '/relay'

/** In ms. Clients in Node close a socket after 35 s without a ping. */
const pingInterval = 20_000

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Seconds over which a client's calls are averaged. */
const BURST = 10

/** Creates a relay, which a server serves at the path of `url`. */
export function createRelay({ url, guard, record = true }: RelayOptions): RelayServer {
  const own = new URL(url)
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.frame, perMessageDeflate: false })
  const clients = new Set<Client>()
  const mailboxes = createMailboxes(Date.now, guard?.keptCharacters)
  const recorder = createRecorder()
  const note: typeof recorder.add = (list, entry) => {
    if (record) recorder.add(list, entry)
  }
  let refusing = false
  let failures: RelayFailure[] = []
  let lastPush = 0

  const isAudience = (audience: string) => {
    if (!URL.canParse(audience)) return false
    const named = new URL(audience)
    const isHost =
      named.hostname === own.hostname || (loopbackNames.has(own.hostname) && loopbackNames.has(named.hostname))
    const isHere = named.protocol === own.protocol && isHost && named.port === own.port
    return isHere && named.pathname.replace(/\/$/, '') === own.pathname
  }

  const timer = setInterval(() => {
    for (const client of clients) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
      catchUp(client)
    }
  }, pingInterval)
  timer.unref()

  const send = (client: Client, value: object) => {
    if (client.socket.readyState !== client.socket.OPEN) return
    // It calls without reading the answers. What it has not acknowledged stays in the mailboxes until it comes back.
    if (guard && client.socket.bufferedAmount > 2 * guard.unsentBytes) return client.socket.close(1013, 'Too slow')
    client.socket.send(JSON.stringify({ jsonrpc: '2.0', ...value }))
  }

  const idOf = (client: Client, topic: string) => createHash('sha256').update(`${topic}${client.id}`).digest('hex')

  const push = (client: Client, kept: Kept) => {
    // Later messages must not overtake the ones that wait.
    client.isBehind ||= guard !== undefined && client.socket.bufferedAmount > guard.unsentBytes
    if (client.isBehind) return
    // The specification asks for a time in microseconds as id; make sure that it is unique.
    const id = (lastPush = Math.max(lastPush + 1, Date.now() * 1000))
    client.pushed.set(id, kept)
    const { topic, message, tag, at: publishedAt, attestation = null } = kept
    const data = { topic, message, publishedAt, tag, attestation }
    send(client, { id, method: 'irn_subscription', params: { id: idOf(client, topic), data } })
  }

  /** Pushes what waits for the client on these topics, as far as it keeps up. */
  const deliver = (client: Client, topics: Iterable<string>) => {
    const underway = new Set(client.pushed.values())
    const waiting = [...topics].flatMap((topic) => mailboxes.waiting(topic, client.id))
    for (const kept of waiting) if (!underway.has(kept)) push(client, kept)
  }
  const catchUp = (client: Client) => {
    if (!client.isBehind || !guard || client.socket.bufferedAmount > guard.unsentBytes / 2) return
    client.isBehind = false
    deliver(client, client.topics)
  }

  const subscribe = (client: Client, topic: string) => {
    if (client.topics.size >= limits.topics && !client.topics.has(topic)) {
      throw new Refusal(400, 'topics', `A socket has at most ${limits.topics} topics`)
    }
    client.topics.add(topic)
    return idOf(client, topic)
  }

  /** Runs a call. Returns the client's result, and `then` for what must follow the response. */
  const run = (client: Client, method: string, call: Call): { result: unknown; then?: () => void } => {
    switch (call.does) {
      case 'subscribe': {
        const ids = call.topics.map((topic) => subscribe(client, topic))
        return { result: call.batch ? ids : ids[0], then: () => deliver(client, call.topics) }
      }
      case 'unsubscribe':
        for (const topic of call.topics) client.topics.delete(topic)
        return { result: true }
      case 'fetch': {
        const waiting = call.topics.flatMap((topic) => mailboxes.waiting(topic, client.id))
        let left = guard?.unsentBytes ?? Infinity
        const end = waiting.findIndex(({ message }) => (left -= message.length) < 0)
        // At least one, so that the client gets on.
        const messages = end < 0 ? waiting : waiting.slice(0, Math.max(end, 1))
        for (const kept of messages) mailboxes.arrived(kept, client.id)
        const shown = messages.map(({ topic, message, tag, at, attestation = null }) => {
          return { topic, message, publishedAt: at, tag, attestation }
        })
        return { result: { messages: shown, hasMore: messages.length < waiting.length } }
      }
      case 'publish': {
        if (call.joins) subscribe(client, call.joins)
        const kept = call.messages.flatMap((message) => {
          const { topic, tag, ttl } = message
          const shape = { method, topic: topic.slice(0, 8), tag, ttl, size: message.message.length }
          note('publishes', { client: client.name, ...shape, attested: message.attestation !== undefined })
          return mailboxes.put(message, client.id) ?? []
        })
        const pass = () => {
          for (const each of kept) {
            for (const other of clients) if (other.id !== each.from && other.topics.has(each.topic)) push(other, each)
          }
        }
        return { result: true, then: pass }
      }
    }
  }

  /** Whether a client may make one more call now. */
  const mayCall = (client: Client): boolean => {
    if (!guard) return true
    const [now, most] = [Date.now(), guard.callsPerSecond * BURST]
    client.left = Math.min(most, client.left + ((now - client.countedAt) / 1000) * guard.callsPerSecond)
    client.countedAt = now
    if (client.left < 1) return false
    client.left -= 1
    return true
  }

  const refuseCall = (client: Client, method: string, id: RpcId | null, code: number, message: string) => {
    note('calls', { client: client.name, method, error: code })
    send(client, { id, error: { code, message } })
  }

  const receive = (client: Client, data: string) => {
    client.alive = true
    const frame = parseFrame(data)
    if (frame.kind === 'refused') return refuseCall(client, '', frame.id, frame.code, frame.message)
    if (frame.kind === 'answer') {
      const kept = client.pushed.get(frame.id)
      if (kept) mailboxes.arrived(kept, client.id)
      client.pushed.delete(frame.id)
      return catchUp(client)
    }
    const { id, method, call } = frame
    if (!mayCall(client)) return refuseCall(client, method, id, -32005, 'Too many calls. Slow down.')
    const failure = failures.find((each) => each.method === method && each.times > 0)
    if (failure) {
      failure.times -= 1
      return refuseCall(client, method, id, -32000, 'Set by a test')
    }
    try {
      const { result, then } = run(client, method, call)
      note('calls', { client: client.name, method })
      send(client, { id, result })
      then?.()
    } catch (error) {
      refuseCall(client, method, id, -32000, error instanceof Error ? error.message : String(error))
    }
  }

  const open = (socket: WebSocket, id: string, about: Client['about'], ip: string) => {
    const name = id.slice(-8)
    const state = { topics: new Set<string>(), pushed: new Map<RpcId, Kept>(), openedAt: Date.now(), alive: true }
    const counted = { ip, isBehind: false, left: (guard?.callsPerSecond ?? 0) * BURST, countedAt: Date.now() }
    const client: Client = { socket, id, name, about, ...state, ...counted }
    clients.add(client)
    note('dials', { status: 101, client: name })
    const beat = (kind: 'ping' | 'pong') => () => {
      client.alive = true
      note('beats', { client: name, kind })
    }
    socket.on('ping', beat('ping'))
    socket.on('pong', beat('pong'))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => receive(client, data.toString('utf8')))
    socket.on('close', (code) => {
      clients.delete(client)
      note('closes', { client: name, code })
    })
  }

  const socketsOf = (ip: string) => [...clients].filter((each) => each.ip === ip).length

  const drop = (code = dropCode, reason = '') => {
    for (const { socket } of clients) {
      if (code === 1006) socket.terminate()
      else socket.close(code, reason)
    }
  }
  const refuse = (refused: boolean) => {
    refusing = refused
  }
  const fail = (method: string, times = 1) => {
    failures = [...failures.filter((each) => each.method !== method), { method, times }]
  }

  return {
    url,
    sockets: () => clients.size,
    drop,
    refuse,
    fail,
    apply(switches) {
      if (switches.refuse !== undefined) refuse(switches.refuse)
      if (switches.fail) fail(switches.fail.method, switches.fail.times)
      if (switches.drop) drop(switches.code, switches.reason)
    },
    report: () => {
      const sockets = [...clients].map(({ name, openedAt, topics, about }) => {
        return { client: name, openedAt, topics: topics.size, ...about }
      })
      return { url, refusing, kept: mailboxes.size(), sockets, ...recorder.lists() }
    },
    clear() {
      recorder.clear()
      refusing = false
      failures = []
    },
    accept(request, socket, head) {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const { authorization = '', origin = '', 'user-agent': agent = '' } = request.headers
      const turnAway = ({ status, message }: Refusal) => {
        note('dials', { status, client: '', reason: message })
        const line = status === 401 ? '401 Unauthorized' : '503 Service Unavailable'
        socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      }
      if (refusing) return turnAway(new Refusal(503, 'relay', 'Refused by the switch'))
      const ip = guard?.ipOf(request) ?? ''
      if (guard && (clients.size >= guard.sockets || socketsOf(ip) >= guard.socketsPerIp))
        return turnAway(new Refusal(503, 'relay', 'Too many sockets'))
      try {
        const projectId = searchParams.get('projectId') ?? ''
        if (!projectId) throw new Refusal(401, 'projectId', 'A project id is required')
        const id = verifyToken(searchParams.get('auth') ?? authorization.replace(/^Bearer /i, ''), isAudience)
        const about = { projectId, userAgent: searchParams.get('ua') ?? agent, origin }
        wss.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, id, about, ip))
      } catch (error) {
        turnAway(error instanceof Refusal ? error : new Refusal(401, 'auth', String(error)))
      }
    },
    close() {
      clearInterval(timer)
      for (const { socket } of clients) socket.terminate()
      wss.close()
    },
  }
}
