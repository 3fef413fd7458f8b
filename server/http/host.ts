/** Rejects requests for other hosts. */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../sandbox/answer.ts'
import type { Config } from '../config/config.ts'

/**
 * Whether the request's `Host` header is the host of the config's `url`, or, in development, any loopback name.
 * Without this check, a foreign page whose host name resolves to this server (DNS rebinding) could read its responses.
 */
export function isForHost({ headers: { host = '' } }: IncomingMessage, { url, mode }: Config): boolean {
  return host === new URL(url).host || (mode === 'development' && isLoopback(`http://${host}`))
}
