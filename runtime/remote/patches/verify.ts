import type { Services } from '../../contracts/config.ts'
import type { RelayClient } from '../client.ts'

/**
 * Enables the Verify service of WalletConnect's library only when the config names it. Otherwise, on a page whose
 * Content-Security-Policy blocks the service's frame, the library would wait five seconds for it on every request.
 */
export function setVerify({ client }: RelayClient, { verify }: Services) {
  Object.assign(client.core.verify, verify ? { verifyUrlV3: `${verify.replace(/\/$/, '')}/v3` } : { isDevEnv: true })
}
