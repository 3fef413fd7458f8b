import type { Services } from '../../contracts/config.ts'
import type { RelayClient } from '../client.ts'

/**
 * The library waits five seconds on every request for a frame of the Verify service, if the page's policy blocks the
 * frame. This enables the service only when the config names it.
 */
export function setVerify({ client }: RelayClient, { verify }: Services) {
  Object.assign(client.core.verify, verify ? { verifyUrlV3: `${verify.replace(/\/$/, '')}/v3` } : { isDevEnv: true })
}
