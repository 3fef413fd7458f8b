/** A connected client of the relay. */
import { createHash } from 'node:crypto'
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
}

/** Sends a JSON-RPC frame, if the socket is open. */
export function send({ socket }: Client, value: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...value }))
}

/** The id of a client's subscription to a topic. */
export const subscriptionOf = ({ id }: Client, topic: string): string =>
  createHash('sha256').update(`${topic}${id}`).digest('hex')
