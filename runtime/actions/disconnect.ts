import { CORE_ERRORS } from '../errors/catalogue.ts'
import { WalletKitError } from '../errors/base.ts'
import { readMessage } from '../errors/rejection.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectorIdKey } from '../lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { connectionOf } from '../state/connections.ts'
import { endSession, showNamespace, stopWatching } from './session.ts'

/**
 * Connector types with one session for several namespaces: disconnecting one namespace ends the session for all of
 * them.
 */
const SHARED = new Set(['WALLET_CONNECT', 'AUTH'])

/**
 * Ends one namespace's session, or all of them. Tries every namespace and leaves it disconnected whatever its wallet
 * answers, within `patience` ms for all of them together. Throws one `DISCONNECT_FAILED` with all failures at the end.
 * Sets the loading flag meanwhile.
 */
export async function disconnect(kit: Kit, namespace?: Namespace, patience = FIVE_SECONDS): Promise<void> {
  const { connections, modal, accounts, networks } = kit.state
  const { activeChain: before } = networks
  const targets = namespacesOf(accounts).filter(
    (each) => connections[each] && (!namespace || isPartner(kit, namespace, each)),
  )
  // The visitor no longer wants a stored session that is still being resumed.
  const awaited = namespacesOf(accounts).filter(
    (each) => accounts[each].status === 'connecting' && isStored(kit, each) && (!namespace || namespace === each),
  )
  const failures: unknown[] = []
  const end = performance.now() + patience
  modal.loading = true
  try {
    awaited.forEach((each) => endSession(kit, each))
    for (const each of targets) {
      const connector = connectionOf(kit, each)?.connector
      stopWatching(kit, each)
      try {
        const goodbye = connector?.driver().then(({ default: driver }) => driver.disconnect(kit, connector))
        if (goodbye) await within(Math.max(0, end - performance.now()), goodbye)
      } catch (error) {
        failures.push(error)
      }
      // Another tab may have received the wallet's disconnect event and stored it; then this tab has followed it
      // already.
      if (connections[each]) endSession(kit, each)
    }
    // Each ended session made another connected namespace the active one. With no namespace connected, go back to the
    // namespace that was active before.
    const isDisconnected = namespacesOf(accounts).every((each) => accounts[each].status === 'disconnected')
    if (isDisconnected && before && networks.activeChain !== before) showNamespace(kit, before)
  } finally {
    modal.loading = false
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

const isStored = (kit: Kit, namespace: Namespace) => kit.storage.get(connectorIdKey(namespace)) !== undefined

function isPartner(kit: Kit, asked: Namespace, each: Namespace): boolean {
  const [own, other] = [connectionOf(kit, asked)?.connector, connectionOf(kit, each)?.connector]
  return asked === each || (own !== undefined && SHARED.has(own.type) && own.type === other?.type)
}
