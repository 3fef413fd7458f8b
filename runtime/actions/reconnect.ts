import { subscribe } from 'valtio/vanilla'
import type { Connector } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { connectorIdKey } from '../lib/keyTable.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { findConnector } from '../connectors/list.ts'
import { discover } from './discover.ts'
import { endSession, startSession, warnUnsupported } from './session.ts'

/**
 * Takes up stored sessions without a prompt. The stored "connected" is only a hint: the wallet is asked, and a wallet
 * that no longer authorises us ends disconnected. Never throws.
 */
export async function reconnect(kit: Kit): Promise<void> {
  await discover(kit)()
  const waiting = NAMESPACES.filter((namespace) => kit.state.accounts[namespace].status === 'connecting')
  await Promise.all(waiting.map((namespace) => resume(kit, namespace)))
  warnUnsupported(kit)
}

async function resume(kit: Kit, namespace: Namespace) {
  const id = kit.storage.get(connectorIdKey(namespace))
  const connector = id === undefined ? undefined : await awaitConnector(kit, id, namespace)
  try {
    const session = connector && (await (await connector.driver()).default.resume(kit, connector))
    if (kit.state.accounts[namespace].status !== 'connecting') return
    if (connector && session) return await startSession(kit, connector, session)
  } catch {
    // A wallet that fails to answer is a wallet that is not connected.
  }
  if (kit.state.accounts[namespace].status === 'connecting') endSession(kit, namespace)
}

/** A wallet may announce itself late (decisions 4.37): wait for the one that the visitor used. */
function awaitConnector(kit: Kit, id: string, namespace: Namespace): Promise<Connector | undefined> {
  const { connectors } = kit.state
  const known = findConnector(connectors, id, namespace)
  if (known) return Promise.resolve(known)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve(findConnector(connectors, id, namespace))
    }
    const stop = subscribe(connectors, () => void (findConnector(connectors, id, namespace) && finish()))
    const timer = setTimeout(finish, FIVE_SECONDS)
  })
}
