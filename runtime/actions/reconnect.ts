import type { Kit } from '../contracts/kit.ts'
import { parseCaipNetworkId } from '../lib/caip.ts'
import { type CaipNetworkId, isKnown, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { FIVE_SECONDS, THIRTY_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { awaitConnector } from './awaitConnector.ts'
import { discover } from './discover.ts'
import { leaveConnect } from './homeView.ts'
import { isSupportedNetwork } from '../state/active.ts'
import { endSession, setNetwork, startSession, warnUnsupported } from './session.ts'

/**
 * Resumes stored sessions without a prompt. A stored "connected" is only a hint: the kit asks the wallet, and a wallet
 * that no longer authorises the page, never appears or never answers ends disconnected. Never throws.
 */
export async function reconnect(kit: Kit): Promise<void> {
  await discover(kit)()
  restoreUnlisted(kit)
  const waiting = namespacesOf(kit.state.accounts).filter(
    (namespace) => kit.state.accounts[namespace].status === 'connecting',
  )
  await Promise.all(waiting.map((namespace) => resume(kit, namespace)))
  warnUnsupported(kit)
}

/**
 * Shows a stored network that the config no longer lists as the Unknown Network placeholder until its wallet reports
 * its network.
 */
function restoreUnlisted(kit: Kit) {
  const { accounts, networks } = kit.state
  const stored = kit.storage.get(STORAGE_KEYS.activeCaipNetworkId)
  const { namespace } = parseCaipNetworkId(stored) ?? {}
  if (!isKnown(accounts, namespace) || !stored || isSupportedNetwork(networks, stored)) return
  if (accounts[namespace].status !== 'connecting' || !networks[namespace].requestedCaipNetworks.length) return
  networks.activeChain = namespace
  setNetwork(kit, stored as CaipNetworkId, { follow: true })
}

async function resume(kit: Kit, namespace: Namespace) {
  const { storage } = kit
  const key = connectorIdKey(namespace)
  const id = storage.get(key)
  // The site may no longer serve the namespace. Without adapters, remote sessions serve every namespace.
  const served = kit.chains.size === 0 || kit.chains.has(namespace)
  if (!id || !served) return endSession(kit, namespace)
  const connector = await awaitConnector(kit, id, namespace)
  if (!isAwaited(kit, namespace)) return
  if (!connector) {
    // Forget the id, so that the next load does not wait for this wallet again. Other tabs that have the wallet stay
    // connected.
    storage.remove(key)
    return endSession(kit, namespace, { follow: true })
  }
  const asked = async () => {
    const driver = (await connector.driver()).default
    return { driver, session: await driver.resume(kit, connector) }
  }
  const answer = await within(
    // The relay client, or the login frame, has to load first.
    connector.type === 'WALLET_CONNECT' || connector.type === 'AUTH' ? THIRTY_SECONDS : FIVE_SECONDS,
    asked(),
  ).catch(() => undefined)
  if (!isAwaited(kit, namespace)) return
  // The wallet did not answer, or another page ended the session. Storage stays as it is: the next load follows it.
  if (!answer || storage.get(key) !== id) endSession(kit, namespace, { follow: true })
  else if (!answer.session) endSession(kit, namespace)
  else {
    await startSession(kit, { connector, driver: answer.driver, session: answer.session }, { resumed: true })
    leaveConnect(kit)
  }
}

/** False once the visitor connected or disconnected in the meantime. */
const isAwaited = ({ state }: Kit, namespace: Namespace) => state.accounts[namespace].status === 'connecting'
