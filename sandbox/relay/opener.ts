import type { WebSocket } from 'ws'
import { callsAtOnce, type Client, type Guard } from './client.ts'
import type { Clients } from './clients.ts'
import type { RpcId } from './frame.ts'
import type { Place } from './kept.ts'
import type { createReceiver } from './receive.ts'
import type { Recorder } from './report.ts'

type Parts = {
  clients: Clients
  receiver: Pick<ReturnType<typeof createReceiver>, 'receive' | 'leave'>
  recorder: Recorder
  guard: Guard | undefined
  /** Whether clients' own texts are kept for the report. */
  record: boolean
}

/**
 * Replaces what a client says about itself if the relay makes no report (`record` is false): a client could send long
 * texts, and so use much memory.
 */
const untold: Client['about'] = { projectId: '', userAgent: '', origin: '' }

/** Makes a client of each accepted socket, until the socket closes. */
export function createOpener({ clients, receiver, recorder, guard, record }: Parts) {
  let count = 0
  return (socket: WebSocket, { id, about }: Pick<Client, 'id' | 'about'>, ip: string): void => {
    const name = id.slice(-8)
    const state = { topics: new Set<string>(), pushed: new Map<RpcId, Place>(), openedAt: Date.now(), alive: true }
    const counted = { ip, isBehind: false, left: callsAtOnce(guard), countedAt: Date.now() }
    const client: Client = { socket, number: count++, id, name, about: record ? about : untold, ...state, ...counted }
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
      receiver.leave(client)
      clients.remove(client)
      recorder.add('closes', { client: name, code })
    })
  }
}
