/** Websocket subscriptions and their notifications (Solana documentation, "RPC websocket methods"). */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { slotTime } from './clock.ts'
import type { Entry, Ledger } from './ledger.ts'
import { addressParam, optionsParam, RpcError } from './params.ts'
import { presentAccount } from './present.ts'
import { answerFrom, answerJson, toJson, type Answerer, type Call } from './rpc.ts'

type Subscription = { kind: 'signature' | 'account' | 'slot'; key: string; options: Record<string, unknown> }

/** The subscriptions of one socket. */
type Subscribed = {
  /** @returns the subscription's id */
  add: (subscription: Subscription) => number
  remove: (id: number) => void
  /** The highest subscription id so far, on any socket. */
  lastId: () => number
}

/** The most bytes of a frame from a client. */
const frameLimit = 100_000

/** Answers the calls of one socket: subscriptions here, all others from the chain. */
function answererOf(ledger: () => Ledger, subscribed: Subscribed): Answerer {
  const methods = answerFrom(ledger)
  return (call: Call) => {
    const [first, second] = call.params
    switch (call.method) {
      case 'signatureSubscribe':
        return subscribed.add({ kind: 'signature', key: String(first), options: optionsParam(second) })
      case 'accountSubscribe':
        return subscribed.add({ kind: 'account', key: addressParam(first), options: optionsParam(second) })
      case 'slotSubscribe':
        return subscribed.add({ kind: 'slot', key: '', options: {} })
      case 'signatureUnsubscribe':
      case 'accountUnsubscribe':
      case 'slotUnsubscribe':
        // A signature subscription ends with its notification. Unsubscribing from it afterwards must still succeed.
        if (typeof first !== 'number' || first > subscribed.lastId()) {
          throw new RpcError(-32602, 'Invalid subscription id.')
        }
        return (subscribed.remove(first), true)
      default:
        return methods(call)
    }
  }
}

export function createSubscriptions(ledger: () => Ledger) {
  const wss = new WebSocketServer({ noServer: true, maxPayload: frameLimit, perMessageDeflate: false })
  const clients = new Map<WebSocket, Map<number, Subscription>>()
  let lastId = 0
  let unwatch: (() => void) | undefined
  let ticking: NodeJS.Timeout | undefined

  const tell = (socket: WebSocket, id: number, kind: Subscription['kind'], value: unknown) => {
    const result = kind === 'slot' ? value : { context: { slot: ledger().clock.now() }, value }
    socket.send(toJson({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription: id } }))
  }
  const each = (
    kind: Subscription['kind'],
    found: (socket: WebSocket, id: number, subscription: Subscription) => void,
  ) => {
    for (const [socket, subscriptions] of clients) {
      for (const [id, subscription] of subscriptions) if (subscription.kind === kind) found(socket, id, subscription)
    }
  }
  const entered = ({ signature, error, changes }: Entry) => {
    each('signature', (socket, id, { key }) => {
      if (key !== signature) return
      tell(socket, id, 'signature', { err: error })
      // A signature subscription ends after its notification.
      clients.get(socket)?.delete(id)
    })
    each('account', (socket, id, { key, options }) => {
      const change = changes.find(({ address }) => address === key)
      if (change) tell(socket, id, 'account', presentAccount(ledger(), change.after, options))
    })
  }
  /** Notifies the subscribers of slots, and stops its timer when there are none. */
  const tick = () => {
    let wanted = false
    let slot: number | undefined
    each('slot', (socket, id) => {
      wanted = true
      slot ??= ledger().clock.now()
      tell(socket, id, 'slot', { parent: slot - 1, root: Math.max(0, slot - 32), slot })
    })
    if (wanted) return
    clearInterval(ticking)
    ticking = undefined
  }

  const subscribe = (socket: WebSocket, subscription: Subscription): number => {
    unwatch ??= ledger().watch(entered)
    const id = (lastId += 1)
    clients.get(socket)?.set(id, subscription)
    if (subscription.kind === 'slot') ticking ??= setInterval(tick, slotTime).unref()
    const entry = subscription.kind === 'signature' ? ledger().find(subscription.key) : undefined
    // Notify after the response that gives the client the subscription's id.
    if (entry)
      setImmediate(() => clients.get(socket)?.delete(id) && tell(socket, id, 'signature', { err: entry.error }))
    return id
  }

  return {
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      wss.handleUpgrade(request, socket, head, (opened) => {
        clients.set(opened, new Map())
        const answerer = answererOf(ledger, {
          add: (subscription) => subscribe(opened, subscription),
          remove: (id) => clients.get(opened)?.delete(id),
          lastId: () => lastId,
        })
        opened.on('error', () => {})
        opened.on('message', (data: Buffer) => opened.send(answerJson(data.toString('utf8'), answerer)))
        opened.on('close', () => clients.delete(opened))
      })
    },
    close: (): void => {
      clearInterval(ticking)
      unwatch?.()
      for (const socket of clients.keys()) {
        // With the code 1000 (normal end), clients do not try to reconnect again and again.
        socket.close(1000)
        socket.terminate()
      }
      wss.close()
    },
  }
}
