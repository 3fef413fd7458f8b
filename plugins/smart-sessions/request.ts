/**
 * For apps: `import { requestSession } from 'walletkit/plugins/smart-sessions/request'`. Shows the request to the
 * visitor, then asks the wallet (`wallet_grantPermissions`, ERC-7715), and resolves with the session.
 */
import type { Granted, SessionRequest } from './grant.ts'

export type { Granted, SessionRequest }

type Opener = { open: (options: { view: string; params: unknown }) => unknown }

/** Rejects if the visitor declines or leaves, or with the error of the wallet or the service. `expiry` in seconds. */
export function requestSession(kit: Opener, request: SessionRequest): Promise<Granted> {
  return new Promise((granted, failed) => {
    kit.open({ view: 'SmartSessionRequest', params: { request, granted, failed } })
  })
}
