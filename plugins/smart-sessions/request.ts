/**
 * For apps: `import { requestSession } from 'walletkit/plugins/smart-sessions/request'`. Shows the request to the
 * visitor, then asks the wallet (`wallet_grantPermissions`, ERC-7715), and resolves with the session.
 */
import type { Granted, SessionRequest } from './grant.ts'

export type { Granted, SessionRequest }

type Opener = { open: (options: { view: string; params: unknown }) => unknown }

/**
 * Asks the visitor for a smart session, and resolves with it once it is active; `expiry` is in seconds since 1970.
 * Rejects if the visitor declines or leaves, with the error of the wallet or the session service, or if the modal's
 * first code cannot be loaded.
 *
 * @example
 * ```ts
 * import { requestSession } from 'walletkit/plugins/smart-sessions/request'
 *
 * const { context } = await requestSession(kit, {
 *   expiry: Math.floor(Date.now() / 1_000) + 3_600,
 *   permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x2386f26fc10000', period: 3600 } }],
 * })
 * ```
 */
export function requestSession(kit: Opener, request: SessionRequest): Promise<Granted> {
  return new Promise((granted, failed) => {
    // `open` rejects if the code of the modal itself cannot be fetched. Without this, the promise would never settle.
    Promise.resolve(kit.open({ view: 'SmartSessionRequest', params: { request, granted, failed } })).catch(failed)
  })
}
