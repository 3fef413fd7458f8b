/** A connected client of the relay. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { Call, RpcId } from './frame.ts'
import type { Place } from './kept.ts'

export type Client = {
  socket: WebSocket
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
  /**
   * The most calls per second of one socket, averaged over {@link BURST} seconds. Each published message counts as one.
   */
  callsPerSecond: number
  /**
   * The most unsent bytes of one client's socket. Above that, messages stay in the mailboxes until the client has read.
   */
  unsentBytes: number
  /** The most unsent bytes of all sockets of one IP address. Above that, only sockets with nothing unsent get more. */
  unsentBytesPerIp: number
  /** The most characters of all kept messages together; of all subscribed topics together a quarter of it. */
  keptCharacters: number
  /** The part of what may be kept that one IP address may have, from 0 to 1. */
  keptShare: number
  /** The client's IP address. */
  ipOf: (request: IncomingMessage) => string
}

/** Seconds over which a client's calls are averaged: so many seconds' calls may come at once. */
const BURST = 10
export const callsAtOnce = (guard: Guard | undefined) => (guard?.callsPerSecond ?? 0) * BURST

/** For how many calls a call counts: each message of a batch is one. */
export const costOf = (call: Call): number => (call.does === 'publish' ? Math.max(call.messages.length, 1) : 1)

/**
 * Whether a client may make a call now. If so, the call is counted. A batch of more messages than calls that may come
 * at once needs all of those; the rest is taken from the seconds that follow.
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
 * The most unsent bytes that a client's socket may have now. A socket that has some already may have no more while all
 * sockets of its IP address have too many.
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
export const subscriptionOf = ({ id }: Client, topic: string): string =>
  createHash('sha256').update(`${topic}${id}`).digest('hex')
