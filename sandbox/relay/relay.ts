/**
 * A real WalletConnect relay: clients publish encrypted messages to topics, and the relay delivers them to the topic's
 * other subscribers, now or when they reconnect. It cannot decrypt them. Sources: WalletConnect specifications, "Relay
 * RPC" and "Relay Client Auth".
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { Refusal } from '../refusal.ts'
import { verifyToken } from './auth.ts'
import type { Client, Guard } from './client.ts'
import { createClients } from './clients.ts'
import { limits } from './frame.ts'
import type { Fact, Journal } from './journal.ts'
import { createMailboxes, type Mailboxes } from './mailbox.ts'
import { createOpener } from './opener.ts'
import { createReceiver } from './receive.ts'
import { createRecorder, type Recorder, type RelayReport } from './report.ts'
import { dropCode, type RelaySwitches } from './switches.ts'

export type Relay = {
  /** The relay's address; the sandbox's is `ws://127.0.0.1:PORT/relay`. */
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

/**
 * A relay with the functions for the program that runs it, the sandbox or walletkit-server. Users of a sandbox get only
 * a {@link Relay}.
 */
export type RelayServer = Relay & {
  apply: (switches: RelaySwitches) => void
  /** The number of open sockets. */
  sockets: () => number
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Reads the journal. Call it before the first `accept`. @throws Error when the journal cannot be read */
  follow: () => Promise<void>
  close: () => void
}

export type { Guard } from './client.ts'
export type { Fact, Journal } from './journal.ts'

/**
 * `url`: the relay's address, which clients' tokens have to name; on loopback, any loopback name will do. `guard`:
 * limits for a relay on the internet. `record`: whether to record events for `report()` (default true). `journal`:
 * stores the messages, so that they survive the end of the process.
 */
export type RelayOptions = { url: string; guard?: Guard; record?: boolean; journal?: Journal | undefined }

/** The relay's path, on the sandbox and on walletkit-server. */
export const RELAY_PATH = '/relay'

/** ms between two pings of a client. Clients in Node close a socket after 35 s without a ping. */
const pingInterval = 20_000
/**
 * The number of groups into which the clients are divided. In each `pingInterval` the groups are pinged one after the
 * other. Thousands of pings at once, and their pongs, would delay every message for half a second.
 */
const groups = 40

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Whether a token's audience is the relay with this address. */
function isAudience(audience: string, own: URL): boolean {
  if (!URL.canParse(audience)) return false
  const named = new URL(audience)
  const isHost =
    named.hostname === own.hostname || (loopbackNames.has(own.hostname) && loopbackNames.has(named.hostname))
  const isHere = named.protocol === own.protocol && isHost && named.port === own.port
  return isHere && named.pathname.replace(/\/$/, '') === own.pathname
}

/** Reads who wants to connect. @throws Refusal 401 without a project id, or without a valid token for this relay */
function dialling(request: IncomingMessage, own: URL): Pick<Client, 'id' | 'about'> {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { authorization = '', origin = '', 'user-agent': agent = '' } = request.headers
  const projectId = searchParams.get('projectId') ?? ''
  if (!projectId) throw new Refusal(401, 'projectId', 'A project id is required')
  const token = searchParams.get('auth') ?? authorization.replace(/^Bearer /i, '')
  const id = verifyToken(token, (audience) => isAudience(audience, own))
  return { id, about: { projectId, userAgent: searchParams.get('ua') ?? agent, origin } }
}

/** Disconnects the group's clients from which nothing came since the last check, and pings the others. */
function check(clients: ReadonlySet<Client>, group: number, catchUp: (client: Client) => void): void {
  for (const client of clients) {
    if (client.number % groups !== group) continue
    if (!client.alive) {
      client.socket.terminate()
      continue
    }
    client.alive = false
    client.socket.ping()
    catchUp(client)
  }
}

/** A recorder whose lists stay empty, for a relay that reports nothing. */
const silent = (recorder: Recorder): Recorder => ({ ...recorder, add: () => {} })

/** Closes every socket. The code 1006 cuts them without a close frame, as a network failure does. */
function endAll(clients: Iterable<Client>, code: number, reason: string): void {
  for (const { socket } of clients) {
    if (code === 1006) socket.terminate()
    else socket.close(code, reason)
  }
}

/** Rejects a connection attempt with an HTTP error. */
function endWith(socket: Duplex, { status }: Refusal): void {
  const line = status === 401 ? '401 Unauthorized' : '503 Service Unavailable'
  socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** Mailboxes that also write to the journal which client has received which message. */
function journaled(mailboxes: Mailboxes, journal: Journal | undefined): Mailboxes {
  if (!journal) return mailboxes
  return {
    ...mailboxes,
    arrived(place, client) {
      const isNew = mailboxes.arrived(place, client)
      if (isNew) journal.arrive(place, client)
      return isNew
    },
  }
}

/** Creates a relay, which a server serves at the path of `url`. */
export function createRelay({ url, guard, record = true, journal }: RelayOptions): RelayServer {
  const own = new URL(url)
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.frame, perMessageDeflate: false })
  const clients = createClients()
  const mailboxes = createMailboxes(Date.now, guard?.keptCharacters, guard?.keptShare, journal?.forget)
  const recorder = record ? createRecorder() : silent(createRecorder())
  const receiver = createReceiver(clients, journaled(mailboxes, journal), recorder, { guard, journal })
  const tell = (fact: Fact) => {
    if (fact.does === 'arrive') mailboxes.arrived(fact.place, fact.client)
    else if (mailboxes.restore(fact.kept, fact.owner)) receiver.pass(fact.kept)
  }
  let refusing = false
  let group = 0

  const timer = setInterval(() => {
    group = (group + 1) % groups
    check(clients.all, group, receiver.catchUp)
    if (group === 0) mailboxes.size() // drops what has expired
  }, pingInterval / groups)
  timer.unref()

  const open = createOpener({ clients, receiver, recorder, guard, record })
  const drop = (code = dropCode, reason = '') => endAll(clients.all, code, reason)
  const refuse = (refused: boolean) => void (refusing = refused)

  return {
    url,
    sockets: () => clients.all.size,
    drop,
    refuse,
    fail: receiver.fail,
    apply(switches) {
      if (switches.refuse !== undefined) refuse(switches.refuse)
      if (switches.fail) receiver.fail(switches.fail.method, switches.fail.times)
      if (switches.drop) drop(switches.code, switches.reason)
    },
    report: () => {
      const sockets = [...clients.all].map(({ name, openedAt, topics, about }) => {
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
      const turnAway = (refusal: Refusal) => {
        recorder.add('dials', { status: refusal.status, client: '', reason: refusal.message })
        endWith(socket, refusal)
      }
      if (refusing) return turnAway(new Refusal(503, 'relay', 'Refused by the switch'))
      const ip = guard?.ipOf(request) ?? ''
      if (guard && (clients.all.size >= guard.sockets || clients.ofIp(ip).size >= guard.socketsPerIp))
        return turnAway(new Refusal(503, 'relay', 'Too many sockets'))
      try {
        const who = dialling(request, own)
        wss.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, who, ip))
      } catch (error) {
        turnAway(error instanceof Refusal ? error : new Refusal(401, 'auth', String(error)))
      }
    },
    follow: async () => journal?.follow(tell),
    close() {
      clearInterval(timer)
      for (const { socket } of clients.all) socket.terminate()
      wss.close()
      journal?.close()
    },
  }
}
