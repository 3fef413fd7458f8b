/** Requests to the frame: each waits until the frame listens, and settles once. */
import { Aborted, doubt } from '../errors/aborted.ts'
import { WalletKitError } from '../errors/base.ts'
import { transactionError } from '../errors/transaction.ts'
import { THIRTY_SECONDS } from '../lib/time.ts'
import { attempt, type Channel, type Incoming, randomHex } from './channel.ts'
import {
  ABORT,
  APPROVAL,
  approvalOf,
  type Answers,
  APPROVED,
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

/**
 * ms that an aborted request waits for the frame's word on it. The person may have approved it while the abort was on
 * its way; only the frame knows. A frame that says nothing counts as a rejection.
 */
export const ABORT_GRACE = 500

/** A method that sends a transaction, so that a lost response may be lost money. */
export const SENDS = /send/i

/** `onApproval` is called when the frame reports that it waits for the visitor's approval of this request. */
export type Ask = <N extends MessageName>(name: N, payload?: Asks<N>, onApproval?: () => void) => Promise<Answers<N>>

export type Messenger = {
  ask: Ask
  /**
   * Rejects pending requests, all or those that `which` selects, with `error` or a default text. A request that the
   * person has approved keeps waiting for the frame's response; with an `error`, which says that the frame cannot
   * respond any more, it rejects with `TX_UNCERTAIN`. Later responses only reach `onAnswer`.
   */
  abort: (which?: (name: MessageName, payload: unknown) => boolean, error?: Error) => void
  /**
   * Call when the frame listens. After a reload it rejects the requests that it sent before, because they are lost:
   * with `TX_UNCERTAIN` if the person had approved a transaction.
   */
  ready: () => void
  /** Call when the frame was removed. It rejects what it sent, as {@link ready} does; new requests wait. */
  gone: () => void
  hear: (message: Incoming) => void
}

export type MessengerOptions = {
  send: Channel['send']
  /** Called once for each request that times out, before it rejects. */
  onTimeout?: (name: MessageName, reason: string) => void
  onSession?: (token: string) => void
  /** Called when the person approved a request in the frame. */
  onApproved?: () => void
  /** Called with each valid response before its request settles, also when the request was rejected before. */
  onAnswer?: (name: MessageName, payload: unknown, answer: unknown) => void
  /** Called when the frame listens, before the waiting requests are sent. */
  onReady?: () => void
}

type Open = {
  name: MessageName
  payload: unknown
  sent: boolean
  /** The person approved it in the frame. */
  isApproved: boolean
  /** The page gave up on it; it is rejected after `ABORT_GRACE` unless the frame says that the person had approved it. */
  isLeft: boolean
  post: () => void
  onApproval: (() => void) | undefined
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** Requests that the frame may be showing to the visitor: it must learn that the page gave up on them. */
const NEEDS_APPROVAL: ReadonlySet<MessageName> = new Set<MessageName>(['RPC_REQUEST', 'UPDATE_EMAIL'])

const frameError = (message: string) => new WalletKitError('FRAME', message)

const ABORTED = 'Request was aborted'
/** The frame may have sent an aborted request without telling, so the error is marked: the chain knows. */
const abortError = ({ name, sent }: Open) => {
  if (!NEEDS_APPROVAL.has(name)) return frameError('Something went wrong')
  return sent && name === 'RPC_REQUEST' ? doubt(new Aborted(ABORTED)) : new Aborted(ABORTED)
}

const methodOf = (payload: unknown) => (payload as { method?: string } | undefined)?.method ?? ''
/** The error of a request that the frame answered with `message`. */
const failed = (request: Open, message: string): Error => {
  if (request.isApproved) return doubt(frameError(message))
  if (!request.isLeft) return frameError(message)
  // The frame confirms that the person had not approved; any other text leaves that open.
  return message === ABORTED ? new Aborted(ABORTED) : abortError(request)
}
/** The error of a request that the frame can no longer answer. */
const lostError = (request: Open) =>
  request.isApproved && SENDS.test(methodOf(request.payload)) ? transactionError('TX_UNCERTAIN') : abortError(request)

export function createMessenger(options: MessengerOptions): Messenger {
  const { send, onTimeout, onSession, onReady } = options
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
        ...{ name, payload: checked, sent: false, isApproved: false, isLeft: false, post, onApproval },
        resolve: (answer) => (clearTimeout(timer), resolve(answer as Answers<typeof name>)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      }
      open.set(id, request)
      if (listening) post()
    })

  /** Rejects what was sent to a frame that is gone. */
  const lose = () => {
    for (const [id, request] of [...open]) {
      if (!request.sent) continue
      // The frame loaded again, which is the response to RELOAD.
      if (request.name === 'RELOAD' && listening) settle(id, ({ resolve }) => resolve(undefined))
      else settle(id, ({ reject }) => reject(lostError(request)))
    }
  }

  return {
    ask,
    abort: (which = () => true, error) => {
      for (const [id, request] of [...open]) {
        const { name, payload, sent, isApproved, isLeft } = request
        if (!which(name, payload)) continue
        if (error) settle(id, ({ reject }) => reject(isApproved ? lostError(request) : error))
        else if (sent && name === 'RPC_REQUEST') {
          if (isApproved || isLeft) continue
          // Tell the frame, and give it a moment to say that the person had approved.
          send({ type: ABORT, id })
          leave(request, () => open.get(id) === request)
        } else {
          if (sent && NEEDS_APPROVAL.has(name)) send({ type: ABORT, id })
          settle(id, ({ reject }) => reject(abortError(request)))
        }
      }
    },
    ready: () => {
      if (listening) lose()
      listening = true
      onReady?.()
      for (const { sent, post } of [...open.values()]) if (!sent) post()
    },
    gone: () => {
      listening = false
      lose()
    },
    hear: (message) => {
      const { type, payload, id = '' } = message
      if (type === SESSION_UPDATE) {
        const update = attempt(() => sessionUpdate.parse(payload))
        return update && onSession?.(update.token)
      }
      if (type === APPROVAL) {
        const asked = attempt(() => approvalOf.parse(payload))
        return asked && open.get(asked.id)?.onApproval?.()
      }
      const request = open.get(id)
      if (request?.sent) read(request, message, options, (end) => settle(id, end))
    },
  }
}

/** Settles a request with the frame's message, or marks it as approved. */
function read(
  request: Open,
  { type, payload }: Incoming,
  { onApproved, onAnswer }: MessengerOptions,
  settle: (end: (request: Open) => void) => void,
): void {
  const { name } = request
  if (type === APPROVED && name === 'RPC_REQUEST' && !request.isApproved) {
    request.isApproved = true
    onApproved?.()
  }
  if (type === errorType(name)) {
    const { message } = attempt(() => failure.parse(payload ?? {})) ?? {}
    settle((own) => own.reject(failed(own, message || 'An error occurred')))
  }
  if (type !== successType(name)) return
  const { answers } = MESSAGES[name] as { answers: Shape<unknown> }
  try {
    const parsed = answers.parse(payload, name)
    onAnswer?.(name, request.payload, parsed)
    settle((own) => own.resolve(parsed))
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
    settle((own) => own.reject(new WalletKitError('FRAME', 'An error occurred', error)))
  }
}

/** Rejects a request after {@link ABORT_GRACE}, unless the frame says before that the person had approved it. */
function leave(request: Open, isOpen: () => boolean): void {
  request.isLeft = true
  setTimeout(() => {
    if (isOpen() && !request.isApproved) request.reject(abortError(request))
  }, ABORT_GRACE)
}
