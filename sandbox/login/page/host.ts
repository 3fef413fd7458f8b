/**
 * Exchanges messages with the page that embeds the frame. Messages from other windows or origins are ignored, and none
 * is sent to them.
 */
import { envelope, PORT, port, READY } from '../../../runtime/auth/messages.ts'
import { Mismatch, type Parsed } from '../../../runtime/auth/shape.ts'

export type Message = Parsed<typeof envelope>
export type Host = {
  readonly origin: string
  send: (message: Message) => void
  /** Announces that the frame is ready, and starts to receive the page's messages. */
  listen: (hear: (message: Message) => void) => void
}

/**
 * The origin of the embedding page according to the browser. Undefined when the frame is not embedded, when that page
 * has an opaque origin, or when the browser does not tell its origin.
 */
export function parentOrigin(): string | undefined {
  if (window.parent === window) return undefined
  // In a browser without `ancestorOrigins` use the referrer, which is empty if the page forbids it.
  const ancestors = (location as Partial<Pick<Location, 'ancestorOrigins'>>).ancestorOrigins
  const found = ancestors?.[0] ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined)
  return found === 'null' || found === '' ? undefined : found
}

export function createHost(origin: string): Host {
  let own: MessagePort | undefined
  const toPage = (message: Message) => window.parent.postMessage(message, origin)
  return {
    origin,
    send: (message) => (own ? own.postMessage(message) : toPage(message)),
    listen(hear) {
      window.addEventListener('message', ({ data, origin: from, source, ports }: MessageEvent) => {
        // After the page has sent a message port, only messages on that port are accepted.
        if (own || source !== window.parent || from !== origin) return
        const message = read(data)
        if (!message) return
        const [given] = ports
        if (message.type !== PORT || !given) return hear(message)
        if (!parsed(() => port.parse(message.payload))) return
        own = given
        own.onmessage = (event: MessageEvent) => {
          const later = read(event.data)
          if (later) hear(later)
        }
      })
      toPage({ type: READY, payload: { version: '1', port: true } })
    },
  }
}

const read = (data: unknown): Message | undefined => parsed(() => envelope.parse(data))

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Mismatch) return undefined
    throw error
  }
}
