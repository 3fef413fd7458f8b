import { CORE_ERRORS } from '../errors/catalogue.ts'
import { WalletKitError } from '../errors/base.ts'
import { readMessage } from '../errors/rejection.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectorIdKey } from '../lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import type { Connection, WalletConnection } from '../state/connections.ts'
import { allConnections, entryOf } from '../state/entries.ts'
import { showNamespace } from './activeNetwork.ts'
import { ending, unresumed } from './record.ts'
import { endConnection, endSession } from './session.ts'

/**
 * Connector types with one session for several namespaces: disconnecting one namespace ends the session for all of
 * them.
 */
const SHARED = new Set(['WALLET_CONNECT', 'AUTH'])

/** What to disconnect: a namespace with all its wallets, or one connection. */
export type DisconnectTarget = Namespace | { connection: Pick<WalletConnection, 'id'> }

/**
 * Ends the sessions of one namespace, one connection, or everything. Tells each wallet, and ends its session whatever
 * the wallet answers; waits at most `patience` ms for all wallets together. If a wallet failed, throws one
 * `DISCONNECT_FAILED` with all failures at the end. Sets the modal's loading flag until then.
 */
export async function disconnect(kit: Kit, target?: DisconnectTarget, patience = FIVE_SECONDS): Promise<void> {
  const { modal, accounts, networks } = kit.state
  const { activeChain: before } = networks
  const namespace = typeof target === 'string' ? target : undefined
  const named =
    namespace ?? (target ? allConnections(kit).find(({ shown }) => isAsked(shown, target))?.shown.namespace : 'all')
  // Namespaces whose stored session is still being resumed, or was not (its wallet did not answer): that session ends
  // too, or it would connect afterwards, at the latest when the page loads again.
  const awaited = namespacesOf(accounts).filter(
    (each) => accounts[each].status !== 'connected' && isStored(kit, each) && (!target || namespace === each),
  )
  const failures: unknown[] = []
  const end = performance.now() + patience
  modal.loading = true
  try {
    const waiting = unresumed(kit)
    waiting.list = waiting.list.filter((each) => target !== undefined && each.namespace !== namespace)
    awaited.forEach((each) => endSession(kit, each))
    const targets = targetsOf(kit, target)
    targets.forEach(({ stop }) => ending(kit).add(stop))
    for (const { connector, driver, stop } of targets) {
      // Stop listening first, because the wallet may emit a disconnect event for our own call.
      stop()
      try {
        await within(Math.max(0, end - performance.now()), driver.disconnect(kit, connector))
      } catch (error) {
        failures.push(error)
      }
      // Another tab may have received the wallet's disconnect event and stored it. Then this tab has ended the
      // connection already, or has connected the wallet again, and must not end that new connection.
      if (entryOf(kit, connector)?.stop === stop) endConnection(kit, connector)
    }
    // A session that ended may have made another connected namespace the active one. With no namespace connected, go
    // back to the namespace that was active before.
    const isDisconnected = namespacesOf(accounts).every((each) => accounts[each].status === 'disconnected')
    if (isDisconnected && before && networks.activeChain !== before) showNamespace(kit, before)
  } finally {
    modal.loading = false
  }
  if (!failures.length) return kit.track('DISCONNECT_SUCCESS', { namespace: named ?? 'all' })
  const message = failures.map(readMessage).filter(Boolean).join('; ')
  kit.track('DISCONNECT_ERROR', { message })
  throw new WalletKitError(
    'DISCONNECT_FAILED',
    CORE_ERRORS.DISCONNECT_FAILED.message,
    new AggregateError(failures, message),
  )
}

const isStored = (kit: Kit, namespace: Namespace) => kit.storage.get(connectorIdKey(namespace)) !== undefined

/** The connections to end. The active ones come last, so that no connection becomes active just before it ends. */
function targetsOf(kit: Kit, target: DisconnectTarget | undefined): Connection[] {
  const all = allConnections(kit)
  const asked = all.filter(({ shown }) => isAsked(shown, target))
  const isPartner = ({ connector: { type } }: Connection) =>
    SHARED.has(type) && asked.some(({ connector }) => connector.type === type)
  const targets = all.filter((each) => asked.includes(each) || isPartner(each))
  return targets.sort((a, b) => Number(a.shown.isActive) - Number(b.shown.isActive))
}

const isAsked = ({ id, namespace }: WalletConnection, target: DisconnectTarget | undefined) =>
  typeof target === 'object' ? id === target.connection.id : !target || namespace === target
