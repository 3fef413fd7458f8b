/** A connected client of the relay. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { RpcId } from './frame.ts'
import type { Kept } from './mailbox.ts'

export type Client = {
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

/** What protects a relay that strangers reach. */
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

/** Seconds over which a client's calls are averaged. */
const BURST = 10
export const callsAtOnce = (guard: Guard | undefined) => (guard?.callsPerSecond ?? 0) * BURST

/** Whether a client may make one more call now, which counts. */
export function mayCall(client: Client, guard: Guard | undefined, now = Date.now()): boolean {
  if (!guard) return true
  const more = ((now - client.countedAt) / 1000) * guard.callsPerSecond
  client.left = Math.min(callsAtOnce(guard), client.left + more)
  client.countedAt = now
  if (client.left < 1) return false
  client.left -= 1
  return true
}

/** Sends a JSON-RPC frame, if the socket is open. */
export function send({ socket }: Client, value: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...value }))
}

/** The id of a client's subscription to a topic. */
export const subscriptionOf = ({ id }: Client, topic: string): string =>
  createHash('sha256').update(`${topic}${id}`).digest('hex')
