/** A connected client of the relay. */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { Call, RpcId } from './frame.ts'
import type { Place } from './kept.ts'

export type Client = {
  socket: WebSocket
  /** Counts up from 0 in the order in which clients connect. */
  number: number
  id: string
  /** The last 8 characters of the id, by which reports name the client. */
  name: string
  topics: Set<string>
  /**
   * The pushed messages that the client has not acknowledged yet, by the push's id. Only their places: the text of a
   * message that the mailboxes have dropped must not stay in memory.
   */
  pushed: Map<RpcId, Place>
  openedAt: number
  about: { projectId: string; userAgent: string; origin: string }
  alive: boolean
  /**
   * Whether the client reads or acknowledges too slowly: then nothing is pushed, and messages wait in the mailboxes.
   */
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
  /** The most calls per second of one socket, averaged over 10 seconds. Each published message counts as one. */
  callsPerSecond: number
  /**
   * The most unsent bytes of one client's socket. Above that, messages stay in the mailboxes until the client has read.
   */
  unsentBytes: number
  /**
   * The most unsent bytes of all sockets of one IP address together. Above that, only sockets without unsent bytes get
   * more.
   */
  unsentBytesPerIp: number
  /** The most characters of all kept messages together. All subscribed topics together may have a quarter of that. */
  keptCharacters: number
  /** The share of `keptCharacters` that one IP address may use, from 0 to 1. */
  keptShare: number
  /** The client's IP address. */
  ipOf: (request: IncomingMessage) => string
}

/** The seconds over which a client's calls are averaged: the calls of that many seconds may come at once. */
const BURST = 10
export const callsAtOnce = (guard: Guard | undefined) => (guard?.callsPerSecond ?? 0) * BURST

/** How many calls a call counts as: a published batch counts as one for each message. */
export const costOf = (call: Call): number => (call.does === 'publish' ? Math.max(call.messages.length, 1) : 1)

/**
 * Whether a client may make a call now. If so, the call is counted. A batch that is larger than the allowance
 * needs the full allowance; the rest is subtracted from the seconds that follow.
 * @param cost see {@link costOf} @param now in ms since 1970
 */
export function mayCall(client: Client, guard: Guard | undefined, cost = 1, now = Date.now()): boolean {
  if (!guard) return true
  // A clock that is set back must not take anything from the client.
  const more = (Math.max(now - client.countedAt, 0) / 1000) * guard.callsPerSecond
  client.left = Math.min(callsAtOnce(guard), client.left + more)
  client.countedAt = now
  if (client.left < Math.min(cost, callsAtOnce(guard))) return false
  client.left -= cost
  return true
}

/**
 * The most unsent bytes that a client's socket may have now. A socket that already has unsent bytes gets no more while
 * all sockets of its IP address together have too many.
 * @param ofIp the clients of its IP address
 */
export function unsentLimit(client: Client, ofIp: Iterable<Client>, guard: Guard): number {
  if (client.socket.bufferedAmount === 0) return guard.unsentBytes
  let unsent = 0
  for (const { socket } of ofIp) unsent += socket.bufferedAmount
  return unsent > guard.unsentBytesPerIp ? 0 : guard.unsentBytes
}

/** Sends a JSON-RPC frame, if the socket is open. */
export function send({ socket }: Client, value: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...value }))
}

/** The id of a client's subscription to a topic. */
export const subscriptionOf = ({ id }: Client, topic: string): string => hash('sha256', `${topic}${id}`)
