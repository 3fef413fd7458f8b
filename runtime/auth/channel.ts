/**
 * The message channel to one login frame (the login service's iframe). It accepts messages only from that frame's
 * window and origin, because any window can post to the page, and sends only to that origin, so that no other page in
 * the frame can read them.
 */
import { Mismatch } from './shape.ts'
import { envelope, PORT, port, READY, ready } from './messages.ts'

/** A message from the frame. Its `type` and `id` are checked; its `payload` is not. */
export type Incoming = { type: string; id?: string; payload?: unknown }
export type Outgoing = { type: string; id?: string; payload?: unknown }

export type Channel = {
  send: (message: Outgoing) => void
  close: () => void
}

/** The part of the frame's window that a channel needs. */
export type FrameWindow = Pick<Window, 'postMessage'>
type Listening = {
  /** The window that receives the frame's messages. */
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The frame's current window; none if the frame is not in the document. */
  frame: () => FrameWindow | null | undefined
  /** The only origin to receive from and send to. */
  origin: string
  /** Called once for each load of the frame, when it can receive messages. */
  onReady: () => void
  onMessage: (message: Incoming) => void
}

/**
 * Uses window messages until the frame reports that it supports a `MessagePort`, then a port. With the port, the only
 * accepted window message is READY, with which the frame announces that it has loaded again. Ignores messages from
 * another window or origin, and those without a valid `type`.
 */
export function createChannel({ page, frame, origin, onReady, onMessage }: Listening): Channel {
  let own: MessagePort | undefined

  const shut = () => {
    own?.close()
    own = undefined
  }
  const hear = ({ data, origin: from, source }: MessageEvent) => {
    const target = frame()
    if (!target || source !== (target as unknown) || from !== origin) return
    const message = read(data)
    if (message?.type === READY) return begin(target, message.payload)
    if (message && !own) onMessage(message)
  }

  const begin = (target: FrameWindow, payload: unknown) => {
    shut()
    if (attempt(() => ready.parse(payload ?? {}))?.port) {
      const { port1, port2 } = new MessageChannel()
      own = port1
      port1.onmessage = ({ data }: MessageEvent) => {
        const message = read(data)
        if (message && own === port1) onMessage(message)
      }
      target.postMessage({ type: PORT, payload: port.parse({ channel: randomHex() }) }, origin, [port2])
    }
    onReady()
  }

  page.addEventListener('message', hear as EventListener)
  return {
    send: (message) => (own ? own.postMessage(message) : frame()?.postMessage(message, origin)),
    close: () => {
      shut()
      page.removeEventListener('message', hear as EventListener)
    },
  }
}

const read = (data: unknown): Incoming | undefined => attempt(() => envelope.parse(data))

/** Returns what the parser returns; `undefined` if the value does not match the parser's shape. */
export function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    // Any other error is a bug of ours: received data is a structured clone, so it has no getters that could throw.
    if (error instanceof Mismatch) return undefined
    throw error
  }
}

/** An id that other scripts cannot guess: 128 random bits of the crypto API, in hex. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
