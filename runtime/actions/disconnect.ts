import { CORE_ERRORS } from '../errors/catalogue.ts'
import { WalletKitError } from '../errors/base.ts'
import { readMessage } from '../errors/rpc.ts'
import type { Kit } from '../kit.ts'
import { NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { endSession, stopWatching } from './session.ts'

/** Sessions that several namespaces share: one wallet's goodbye ends them all (decisions 4.24). */
const SHARED = new Set(['WALLET_CONNECT', 'AUTH'])

/**
 * Ends one namespace's session, or all. Every namespace is attempted and ends disconnected whatever its wallet answers;
 * failures are joined into one `DISCONNECT_FAILED`, thrown at the end.
 */
export async function disconnect(kit: Kit, namespace?: Namespace): Promise<void> {
  const targets = NAMESPACES.filter(
    (each) => kit.state.connectors.active[each] && (!namespace || isPartner(kit, namespace, each)),
  )
  const failures: unknown[] = []
  for (const each of targets) {
    const connector = kit.state.connectors.active[each]
    stopWatching(kit, each)
    try {
      if (connector) await (await connector.driver()).default.disconnect(kit, connector)
    } catch (error) {
      failures.push(error)
    }
    endSession(kit, each)
  }
  if (!failures.length) return kit.track('DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' })
  const message = failures.map(readMessage).filter(Boolean).join('; ')
  kit.track('DISCONNECT_ERROR', { message })
  throw new WalletKitError(
    'DISCONNECT_FAILED',
    CORE_ERRORS.DISCONNECT_FAILED.message,
    new AggregateError(failures, message),
  )
}

function isPartner(kit: Kit, asked: Namespace, each: Namespace): boolean {
  const [own, other] = [kit.state.connectors.active[asked], kit.state.connectors.active[each]]
  return asked === each || (own !== undefined && SHARED.has(own.type) && own.type === other?.type)
}
