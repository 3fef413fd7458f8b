/** Sends requests to the login frame (the login service's iframe). A request waits until the frame is ready. */
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
 * How long an aborted request waits for the login frame's answer, in ms. The person may have approved the request
 * before the frame got the abort, and only the frame knows. Without an answer in this time, the request is rejected.
 */
export const ABORT_GRACE = 500

/** Matches methods that send a transaction. Even if the response is lost, the transaction may have been sent. */
export const SENDS = /send/i

/**
 * Sends a message of the table; resolves with the parsed response. Calls `onApproval` when the frame reports that it
 * waits for the visitor's approval of this request.
 */
export type Ask = <N extends MessageName>(name: N, payload?: Asks<N>, onApproval?: () => void) => Promise<Answers<N>>

export type Messenger = {
  ask: Ask
  /**
   * Rejects the pending requests, or those that `which` selects. Without `error`: a wallet request (RPC_REQUEST) that
   * was sent is rejected after `ABORT_GRACE`, unless the person has approved it: then it keeps waiting for its
   * response. All others are rejected at once. Pass `error` if the frame cannot respond any more: all are rejected with
   * it at once, except those that the person has approved: a transaction is rejected with `TX_UNCERTAIN`, and another
   * request as an aborted one.
   */
  abort: (which?: (name: MessageName, payload: unknown) => boolean, error?: Error) => void
  /**
   * Call it when the frame has loaded and can receive messages. It sends the waiting requests. If the frame was ready
   * before, it has reloaded and lost the requests that were sent: these are rejected, with `TX_UNCERTAIN` for a
   * transaction that the person had approved. A RELOAD that was sent resolves.
   */
  ready: () => void
  /**
   * Call it when the frame was removed. Rejects the requests that were sent, as {@link ready} does. New requests wait
   * for a frame.
   */
  gone: () => void
  hear: (message: Incoming) => void
}

export type MessengerOptions = {
  send: Channel['send']
  /** Called once for each request that times out, before the request is rejected. */
  onTimeout?: (name: MessageName, reason: string) => void
  onSession?: (token: string) => void
  /** Called when the person approved a request in the frame. */
  onApproved?: () => void
  /**
   * Called with each valid response, before the request's promise resolves. Also called for an aborted wallet request
   * (RPC_REQUEST) that was rejected after `ABORT_GRACE`: its response may be a transaction's hash. Not called for
   * requests that were rejected in another way: they timed out, or their frame is gone.
   */
  onAnswer?: (name: MessageName, payload: unknown, answer: unknown) => void
  /** Called when the frame is ready, before the waiting requests are sent. */
  onReady?: () => void
}

type Open = {
  name: MessageName
  payload: unknown
  sent: boolean
  /** The person approved this request in the frame. */
  isApproved: boolean
  /**
   * The page aborted this request. It is rejected after `ABORT_GRACE`, unless the frame says that the person had
   * approved it.
   */
  isLeft: boolean
  post: () => void
  onApproval: (() => void) | undefined
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** Requests that the frame may be showing to the visitor. */
const NEEDS_APPROVAL: ReadonlySet<MessageName> = new Set<MessageName>(['RPC_REQUEST', 'UPDATE_EMAIL'])
/**
 * Requests of which the frame must be told when the page gives them up, because the frame would otherwise continue with
 * them: those that it may be showing to the visitor, and those that the service answers only when the visitor has acted
 * in an email or on a phone. The service lets only a few of a frame's requests wait at once.
 */
const GOES_ON: ReadonlySet<MessageName> = new Set([...NEEDS_APPROVAL, 'CONNECT_DEVICE', 'CONNECT_FARCASTER'])

const frameError = (message: string) => new WalletKitError('FRAME', message)

const ABORTED = 'Request was aborted'
/**
 * The error of an aborted request. A wallet request that was sent may have been executed although the frame did not
 * answer, so its error is marked with `doubt`: callers then ask the chain.
 */
const abortError = ({ name, sent }: Open) => {
  if (!NEEDS_APPROVAL.has(name)) return frameError('Something went wrong')
  return sent && name === 'RPC_REQUEST' ? doubt(new Aborted(ABORTED)) : new Aborted(ABORTED)
}

const methodOf = (payload: unknown) => (payload as { method?: string } | undefined)?.method ?? ''
/** An error that the frame sent. For a wallet request it has the numeric `code` that apps expect (EIP-1193). */
const told = ({ name }: Open, message: string, code?: unknown): Error => {
  const error = frameError(message)
  if (name !== 'RPC_REQUEST' || typeof code !== 'number') return error
  return Object.assign(new Error(message, { cause: error }), { code })
}
/** The error of a request that the frame answered with `message`. */
const failed = (request: Open, message: string, code?: unknown): Error => {
  if (request.isApproved) return doubt(told(request, message, code))
  if (!request.isLeft) return told(request, message, code)
  // Only this text says that the person had not approved. After any other text, the request may have been carried out.
  return message === ABORTED ? new Aborted(ABORTED) : abortError(request)
}
/** The error of a request that the login frame can no longer answer. */
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
  /** Rejects a request. If the frame would continue with the request, tells the frame that the page has given it up. */
  const giveUp = (id: string, error: Error) =>
    settle(id, ({ name, sent, reject }) => {
      if (sent && GOES_ON.has(name)) send({ type: ABORT, id })
      reject(error)
    })

  const ask: Ask = (name, payload, onApproval) =>
    new Promise((resolve, reject) => {
      // Check our own payload against the table of messages too; a mismatch rejects to the caller.
      const checked = (MESSAGES[name] as { asks: Shape<unknown> }).asks.parse(payload, name)
      const id = randomHex()
      const post = () => {
        request.sent = true
        send({ type: requestType(name), id, ...(checked !== undefined && { payload: checked }) })
      }
      const late = () => {
        onTimeout?.(name, 'Something went wrong')
        giveUp(id, new WalletKitError('FRAME_TIMEOUT', 'Something went wrong'))
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

  /** Rejects the requests that were sent to a frame which has reloaded or was removed. */
  const lose = () => {
    for (const [id, request] of [...open]) {
      // The frame loaded again, which is the response to RELOAD.
      const isReload = request.name === 'RELOAD' && listening
      if (request.sent) settle(id, () => (isReload ? request.resolve(undefined) : request.reject(lostError(request))))
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
        } else giveUp(id, abortError(request))
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
    const { message, code } = attempt(() => failure.parse(payload ?? {})) ?? {}
    settle((own) => own.reject(failed(own, message || 'An error occurred', code)))
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
