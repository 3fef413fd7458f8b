import { subscribe } from 'valtio/vanilla'
import type { Connector } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { parseCaipNetworkId } from '../lib/caip.ts'
import { type CaipNetworkId, NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { FIVE_SECONDS, THIRTY_SECONDS } from '../lib/time.ts'
import { within } from '../lib/within.ts'
import { findConnector } from '../connectors/list.ts'
import { discover } from './discover.ts'
import { isSupportedNetwork } from '../state/supported.ts'
import { endSession, setNetwork, startSession, warnUnsupported } from './session.ts'

/**
 * Takes up stored sessions without a prompt. The stored "connected" is only a hint: the wallet is asked, and one that no
 * longer authorises us, never appears or never answers ends disconnected. Never throws.
 */
export async function reconnect(kit: Kit): Promise<void> {
  await discover(kit)()
  restoreUnlisted(kit)
  const waiting = NAMESPACES.filter((namespace) => kit.state.accounts[namespace].status === 'connecting')
  await Promise.all(waiting.map((namespace) => resume(kit, namespace)))
  warnUnsupported(kit)
}

/** A stored network that the config lists no more stands as a placeholder until its wallet says where it is (reference 1.7). */
function restoreUnlisted(kit: Kit) {
  const { accounts, networks } = kit.state
  const stored = kit.storage.get(STORAGE_KEYS.activeCaipNetworkId)
  const { namespace } = parseCaipNetworkId(stored) ?? {}
  if (!namespace || !stored || isSupportedNetwork(networks, stored)) return
  if (accounts[namespace].status !== 'connecting' || !networks[namespace].requestedCaipNetworks.length) return
  networks.activeChain = namespace
  setNetwork(kit, stored as CaipNetworkId, { follow: true })
}

async function resume(kit: Kit, namespace: Namespace) {
  const { storage } = kit
  const key = connectorIdKey(namespace)
  const id = storage.get(key)
  // A namespace that the site no longer serves; without adapters, remote sessions serve every one.
  const served = kit.chains.size === 0 || kit.chains.has(namespace)
  if (!id || !served) return endSession(kit, namespace)
  const connector = await awaitConnector(kit, id, namespace)
  if (!isAwaited(kit, namespace)) return
  if (!connector) {
    // Not waited for again at the next load; the tabs where the wallet is there keep it.
    storage.remove(key)
    return endSession(kit, namespace, { follow: true })
  }
  const asked = connector.driver().then(({ default: driver }) => driver.resume(kit, connector))
  const answer = await within(
    // A relay or a frame has to load first.
    connector.type === 'WALLET_CONNECT' || connector.type === 'AUTH' ? THIRTY_SECONDS : FIVE_SECONDS,
    asked.then((session) => ({ session })),
  ).catch(() => undefined)
  if (!isAwaited(kit, namespace)) return
  // Nobody said no, or another page ended it: storage has the last word, here and at the next load.
  if (!answer || storage.get(key) !== id) endSession(kit, namespace, { follow: true })
  else if (!answer.session) endSession(kit, namespace)
  else await startSession(kit, connector, answer.session, { resumed: true })
}

/** The visitor may have connected or left meanwhile. */
const isAwaited = ({ state }: Kit, namespace: Namespace) => state.accounts[namespace].status === 'connecting'

/** A wallet may announce itself late (decisions 4.37): wait for the one that the visitor used. */
export function awaitConnector(kit: Kit, id: string, namespace: Namespace): Promise<Connector | undefined> {
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
