/**
 * A real WalletConnect relay on loopback: clients publish encrypted messages to topics, and the relay delivers them to
 * the topic's other subscribers, now or when they reconnect. It cannot decrypt them. Sources: WalletConnect
 * specifications, "Relay RPC" and "Relay Client Auth".
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'
import { verifyToken } from './auth.ts'
import type { Client } from './client.ts'
import { limits, type RpcId } from './frame.ts'
import { createMailboxes, type Kept } from './mailbox.ts'
import { createReceiver } from './receive.ts'
import { createRecorder, type RelayReport } from './report.ts'
import { dropCode, type RelaySwitches } from './switches.ts'

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
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

/** The relay's path on the sandbox. */
export const RELAY_PATH = '/relay'

/** In ms. Clients in Node close a socket after 35 s without a ping. */
const pingInterval = 20_000

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether a token's audience is the relay on this port. */
function isAudience(audience: string, port: number): boolean {
  if (!URL.canParse(audience)) return false
  const named = new URL(audience)
  const here = named.protocol === 'ws:' && loopbackNames.has(named.hostname) && Number(named.port || 80) === port
  return here && named.pathname.replace(/\/$/, '') === RELAY_PATH
}

/** Who wants to connect. @throws Refusal 401 without a project id, or without a token for this relay */
function dialling(request: IncomingMessage, port: number): Pick<Client, 'id' | 'about'> {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { authorization = '', origin = '', 'user-agent': agent = '' } = request.headers
  const projectId = searchParams.get('projectId') ?? ''
  if (!projectId) throw new Refusal(401, 'projectId', 'A project id is required')
  const token = searchParams.get('auth') ?? authorization.replace(/^Bearer /i, '')
  const id = verifyToken(token, (audience) => isAudience(audience, port))
  return { id, about: { projectId, userAgent: searchParams.get('ua') ?? agent, origin } }
}

/** Cuts the clients that were silent since the last check, and pings the others. */
function checkAll(clients: ReadonlySet<Client>): void {
  for (const client of clients) {
    if (!client.alive) client.socket.terminate()
    client.alive = false
    client.socket.ping()
  }
}

/** Creates the relay that a server on `port` serves at `/relay`. */
export function createRelay(port: number): RelayServer {
  const url = `ws://127.0.0.1:${port}${RELAY_PATH}`
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.frame, perMessageDeflate: false })
  const clients = new Set<Client>()
  const mailboxes = createMailboxes()
  const recorder = createRecorder()
  const receiver = createReceiver(clients, mailboxes, recorder)
  let refusing = false

  const timer = setInterval(() => checkAll(clients), pingInterval)
  timer.unref()

  const open = (socket: WebSocket, { id, about }: Pick<Client, 'id' | 'about'>) => {
    const name = id.slice(-8)
    const state = { topics: new Set<string>(), pushed: new Map<RpcId, Kept>(), openedAt: Date.now(), alive: true }
    const client: Client = { socket, id, name, about, ...state }
    clients.add(client)
    recorder.add('dials', { status: 101, client: name })
    const beat = (kind: 'ping' | 'pong') => () => {
      client.alive = true
      recorder.add('beats', { client: name, kind })
    }
    socket.on('ping', beat('ping'))
    socket.on('pong', beat('pong'))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => receiver.receive(client, data.toString('utf8')))
    socket.on('close', (code) => {
      clients.delete(client)
      recorder.add('closes', { client: name, code })
    })
  }

  const drop = (code = dropCode, reason = '') => {
    for (const { socket } of clients) {
      if (code === 1006) socket.terminate()
      else socket.close(code, reason)
    }
  }
  const refuse = (refused: boolean) => {
    refusing = refused
  }

  return {
    url,
    drop,
    refuse,
    fail: receiver.fail,
    apply(switches) {
      if (switches.refuse !== undefined) refuse(switches.refuse)
      if (switches.fail) receiver.fail(switches.fail.method, switches.fail.times)
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
      receiver.clear()
      refusing = false
    },
    accept(request, socket, head) {
      const turnAway = ({ status, message }: Refusal) => {
        recorder.add('dials', { status, client: '', reason: message })
        const line = status === 401 ? '401 Unauthorized' : '503 Service Unavailable'
        socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      }
      if (refusing) return turnAway(new Refusal(503, 'relay', 'Refused by the switch'))
      try {
        const who = dialling(request, port)
        wss.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, who))
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
