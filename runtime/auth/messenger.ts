/** Requests to the frame: each waits until the frame listens, and settles once. */
import { WalletKitError } from '../errors/base.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { THIRTY_SECONDS } from '../lib/time.ts'
import { attempt, type Channel, type Incoming, randomHex } from './channel.ts'
import {
  ABORT,
  APPROVAL,
  approvalOf,
  type Answers,
  type Asks,
  errorType,
  failure,
  type MessageName,
  MESSAGES,
  requestType,
  SESSION_UPDATE,
  sessionUpdate,
  successType,
} from './messages.ts'
import { Mismatch, type Shape } from './shape.ts'

/** Requests that time out after 30 s, including the wait for the frame to load. */
export const TIMED: ReadonlySet<MessageName> = new Set<MessageName>([
  'CONNECT_EMAIL',
  'CONNECT_DEVICE',
  'CONNECT_OTP',
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
])

/** `onApproval` is called when the frame reports that it waits for the visitor's approval of this request. */
export type Ask = <N extends MessageName>(name: N, payload?: Asks<N>, onApproval?: () => void) => Promise<Answers<N>>

export type Messenger = {
  ask: Ask
  /**
   * Rejects pending requests, all or those that `which` selects, with `error` or a default text. Ignores the frame's
   * later responses to them.
   */
  abort: (which?: (name: MessageName, payload: unknown) => boolean, error?: Error) => void
  /** Call when the frame listens. After a reload it rejects the requests that it sent before, because they are lost. */
  ready: () => void
  /** Call when the frame was removed. New requests then wait for the next frame. */
  gone: () => void
  hear: (message: Incoming) => void
}

export type MessengerOptions = {
  send: Channel['send']
  /** Called once for each request that times out, before it rejects. */
  onTimeout?: (name: MessageName, reason: string) => void
  onSession?: (token: string) => void
  /** Called when the frame listens, before the waiting requests are sent. */
  onReady?: () => void
}

type Open = {
  name: MessageName
  payload: unknown
  sent: boolean
  post: () => void
  onApproval: (() => void) | undefined
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** Requests that the frame may be showing to the visitor: it must learn that the page gave up on them. */
const NEEDS_APPROVAL: ReadonlySet<MessageName> = new Set<MessageName>(['RPC_REQUEST', 'UPDATE_EMAIL'])

const frameError = (message: string) => new WalletKitError('FRAME', message)

/** The visitor left the approval screen. Apps receive EIP-1193's code 4001, as if the visitor had rejected. */
export class Aborted extends Error {
  readonly code = RPC_CODES.userRejected
}
const abortError = (name: MessageName) =>
  NEEDS_APPROVAL.has(name) ? new Aborted('Request was aborted') : frameError('Something went wrong')

export function createMessenger({ send, onTimeout, onSession, onReady }: MessengerOptions): Messenger {
  const open = new Map<string, Open>()
  let listening = false

  const settle = (id: string, end: (request: Open) => void) => {
    const request = open.get(id)
    open.delete(id)
    if (request) end(request)
  }

  const ask: Ask = (name, payload, onApproval) =>
    new Promise((resolve, reject) => {
      const { asks } = MESSAGES[name] as { asks: Shape<unknown> }
      // Check our own payload with the table too; a mismatch rejects to the caller.
      const checked = asks.parse(payload, name)
      const id = randomHex()
      const post = () => {
        request.sent = true
        send({ type: requestType(name), id, ...(checked !== undefined && { payload: checked }) })
      }
      const late = () => {
        onTimeout?.(name, 'Something went wrong')
        settle(id, (request) => request.reject(new WalletKitError('FRAME_TIMEOUT', 'Something went wrong')))
      }
      const timer = TIMED.has(name) ? setTimeout(late, THIRTY_SECONDS) : undefined
      const request: Open = {
        name,
        payload: checked,
        sent: false,
        post,
        onApproval,
        resolve: (answer) => (clearTimeout(timer), resolve(answer as Answers<typeof name>)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      }
      open.set(id, request)
      if (listening) post()
    })

  const answer = (request: Open, id: string, { type, payload }: Incoming) => {
    const { name } = request
    if (type === errorType(name)) {
      const { message } = attempt(() => failure.parse(payload ?? {})) ?? {}
      settle(id, (own) => own.reject(frameError(message || 'An error occurred')))
    }
    if (type !== successType(name)) return
    const { answers } = MESSAGES[name] as { answers: Shape<unknown> }
    try {
      const parsed = answers.parse(payload, name)
      settle(id, (own) => own.resolve(parsed))
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      settle(id, (own) => own.reject(new WalletKitError('FRAME', 'An error occurred', error)))
    }
  }

  return {
    ask,
    abort: (which = () => true, error) => {
      for (const [id, { name, payload }] of [...open]) {
        if (!which(name, payload)) continue
        settle(id, ({ sent, reject }) => {
          if (sent && NEEDS_APPROVAL.has(name)) send({ type: ABORT, id })
          reject(error ?? abortError(name))
        })
      }
    },
    ready: () => {
      const again = listening
      listening = true
      for (const [id, { name, sent }] of [...open]) {
        if (!again || !sent) continue
        // The frame loaded again, which is the response to RELOAD.
        if (name === 'RELOAD') settle(id, ({ resolve }) => resolve(undefined))
        else settle(id, ({ reject }) => reject(abortError(name)))
      }
      onReady?.()
      for (const { sent, post } of [...open.values()]) if (!sent) post()
    },
    gone: () => void (listening = false),
    hear: (message) => {
      if (message.type === SESSION_UPDATE) {
        const update = attempt(() => sessionUpdate.parse(message.payload))
        if (update) onSession?.(update.token)
        return
      }
      if (message.type === APPROVAL) {
        const asked = attempt(() => approvalOf.parse(message.payload))
        if (asked) open.get(asked.id)?.onApproval?.()
        return
      }
      const request = message.id === undefined ? undefined : open.get(message.id)
      if (request?.sent && message.id !== undefined) answer(request, message.id, message)
    },
  }
}
