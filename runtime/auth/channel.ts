/** The wire to one frame: whom its words are taken from, and whom ours go to (reliability T2). */
import { Mismatch } from './shape.ts'
import { envelope, PORT, port, READY, ready } from './messages.ts'

/** What came in, its envelope checked; the payload is not yet. */
export type Incoming = { type: string; id?: string; payload?: unknown }
export type Outgoing = { type: string; id?: string; payload?: unknown }

export type Channel = {
  send: (message: Outgoing) => void
  close: () => void
}

/** The frame, as far as a channel has to know it. */
export type FrameWindow = Pick<Window, 'postMessage'>
type Listening = {
  /** The window that hears the frame. */
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The frame's window now; a frame that is not in the page has none. */
  frame: () => FrameWindow | null | undefined
  /** The one origin that is heard and spoken to. */
  origin: string
  /** The frame listens: once for each time that it loaded. */
  onReady: () => void
  onMessage: (message: Incoming) => void
}

/**
 * Speaks by window messages, and through a transferred port as soon as the frame says that it takes one (decisions 4.30):
 * from then on window messages count only where they announce another load. What does not come from the frame's own window
 * and origin, or has no envelope, is nothing.
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

/** `undefined` for what does not fit. */
export function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    // A getter of the sender's cannot throw here: what was cloned is plain.
    if (error instanceof Mismatch) return undefined
    throw error
  }
}

/** 128 bits of the crypto API. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
