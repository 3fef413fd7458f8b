/** A connected client of the relay. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { RpcId } from './frame.ts'
import type { Kept } from './mailbox.ts'

export type Client = {
  socket: WebSocket
  id: string
  /** The last 8 characters of the id, by which reports name the client. */
  name: string
  topics: Set<string>
  /** Pushed messages that the client has not acknowledged yet, by the push's id. */
  pushed: Map<RpcId, Kept>
  openedAt: number
  about: { projectId: string; userAgent: string; origin: string }
  alive: boolean
  /** Whether the client reads too slowly: nothing is pushed to it then, and messages wait in the mailboxes. */
  isBehind: boolean
  ip: string
  /** How many calls the client may still make, as of `countedAt` (ms since 1970); see {@link mayCall}. */
  left: number
  countedAt: number
}

/** Limits that protect a relay on the internet. */
export type Guard = {
  /** The most open sockets, in total and from one IP address. */
  sockets: number
  socketsPerIp: number
  /** The most calls per second of one socket, averaged over {@link BURST} seconds. */
  callsPerSecond: number
  /**
   * The most unsent bytes of one client's socket. Above that, messages stay in the mailboxes until the client has read.
   */
  unsentBytes: number
  /** The most characters of all kept messages together. */
  keptCharacters: number
  /** The client's IP address. */
  ipOf: (request: IncomingMessage) => string
}

/** Seconds over which a client's calls are averaged: so many seconds' calls may come at once. */
const BURST = 10
export const callsAtOnce = (guard: Guard | undefined) => (guard?.callsPerSecond ?? 0) * BURST

/** Whether a client may make a call now. If so, the call is counted. @param now in ms since 1970 */
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
