/** Who asks: the address of a client, and whether the request is for this server at all. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../sandbox/answer.ts'
import type { Config } from '../config/config.ts'

/** A proxy appends the address that it sees; what comes before it, the client may have written itself. */
export function ipOf(request: IncomingMessage, proxyHeader: string | undefined): string {
  const header = proxyHeader === undefined ? undefined : request.headers[proxyHeader.toLowerCase()]
  const named = typeof header === 'string' ? header.split(',').at(-1)?.trim() : undefined
  return named || (request.socket.remoteAddress ?? '')
}

/**
 * Whether the request names the server's own host. Otherwise a page of somebody else whose host name leads here (DNS
 * rebinding) could read answers as if they were its own.
 */
export function isForHost({ headers: { host = '' } }: IncomingMessage, { url, mode }: Config): boolean {
  return host === new URL(url).host || (mode === 'development' && isLoopback(`http://${host}`))
}
