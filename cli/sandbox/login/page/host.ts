/** The page that holds the frame: heard only from its own window and origin, spoken to only there (reliability T2). */
import { envelope, PORT, port, READY } from '../../../../runtime/auth/messages.ts'
import { Mismatch, type Parsed } from '../../../../runtime/auth/shape.ts'

export type Message = Parsed<typeof envelope>
export type Host = {
  readonly origin: string
  send: (message: Message) => void
  /** Says that the frame listens, and hears the page from now on. */
  listen: (hear: (message: Message) => void) => void
}

/** Which page holds this one, as the browser says it; undefined when it does not, or when it is no page of an origin. */
export function parentOrigin(): string | undefined {
  if (window.parent === window) return undefined
  // Not in every browser: there the address that led here says it, which the page lets it.
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
        // From the first port on nothing else is heard.
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
