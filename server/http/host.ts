/** Whether a request is for this server at all. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../sandbox/answer.ts'
import type { Config } from '../config/config.ts'

/**
 * Whether the request names the server's own host. Otherwise a page of somebody else whose host name leads here (DNS
 * rebinding) could read answers as if they were its own.
 */
export function isForHost({ headers: { host = '' } }: IncomingMessage, { url, mode }: Config): boolean {
  return host === new URL(url).host || (mode === 'development' && isLoopback(`http://${host}`))
}
