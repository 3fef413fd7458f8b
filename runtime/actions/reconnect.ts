import { type Connector, type Driver, PLUGIN_WALLET, type Session } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { parseCaipNetworkId } from '../lib/caip.ts'
import { type CaipNetworkId, isKnown, type Namespace, namespacesOf } from '../lib/namespace.ts'
import { connectorIdKey, STORAGE_KEYS } from '../lib/keyTable.ts'
import { connectionOf } from '../state/connections.ts'
import { entryOf } from '../state/entries.ts'
import { FIVE_SECONDS, THIRTY_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { awaitConnector } from './awaitConnector.ts'
import { discover } from './discover.ts'
import { leaveConnect } from './homeView.ts'
import { isSupportedNetwork } from '../state/active.ts'
import { setNetwork, warnUnsupported } from './activeNetwork.ts'
import { forget, type Remembered, remember, unresumed } from './record.ts'
import { parseRemembered, storedConnectors } from './remembered.ts'
import { endSession, startSession } from './session.ts'
import { startPlugins } from './startPlugins.ts'

export { complete } from './complete.ts'

/**
 * Resumes stored sessions without a prompt. A stored "connected" is only a hint, so the kit asks each wallet. A wallet
 * that no longer authorises the page, never appears or never answers becomes disconnected. Rejects if the code that
 * finds wallets cannot be loaded.
 */
export async function reconnect(kit: Kit): Promise<void> {
  await discover(kit)()
  restoreUnlisted(kit)
  const own = unresumed(kit)
  const waiting = namespacesOf(kit.state.accounts).filter(
    (namespace) => kit.state.accounts[namespace].status === 'connecting',
  )
  own.list = parseRemembered(kit.storage).filter(({ namespace }) => waiting.includes(namespace))
  // A wallet that a plugin connected (`kit.connect`) can only resume when the plugin offers it again, so start the
  // plugins.
  if (storedConnectors(kit).some((id) => id.startsWith(PLUGIN_WALLET))) void startPlugins(kit)
  await Promise.all(waiting.map((namespace) => resume(kit, namespace)))
  warnUnsupported(kit)
}

/**
 * Handles a network that was active at the last visit and that the config does not list: the page shows "Unknown
 * Network" until the wallet of the last visit is connected again and says which network it is on.
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

/**
 * Resumes a namespace's stored wallets, and asks all of them at the same time. The wallet that was active comes first;
 * if it does not resume, waits for the others, and one of them becomes active.
 */
async function resume(kit: Kit, namespace: Namespace) {
  const { storage } = kit
  const key = connectorIdKey(namespace)
  const id = storage.get(key)
  // The site may no longer have the namespace's adapter. On a page without any adapter, remote sessions still work.
  const served = kit.chains.size === 0 || kit.chains.has(namespace)
  if (!id || !served) {
    drop(kit, (each) => each.namespace === namespace)
    return endSession(kit, namespace)
  }
  const others = unresumed(kit).list.filter((each) => each.namespace === namespace && each.id !== id)
  const behind = others.map((each) => ({ each, asked: ask(kit, each.id, namespace) }))
  await resumeActive(kit, namespace, id)
  const rest = async () => {
    for (const { each, asked } of behind) await resumeBehind(kit, each, await asked).catch(() => undefined)
    if (behind.length && connectionOf(kit, namespace)) remember(kit)
  }
  const resumed = rest()
  if (!connectionOf(kit, namespace)) await resumed
}

type Asked = { connector: Connector | undefined; driver?: Driver; session?: Session | undefined; isAnswered?: true }

/**
 * Asks a stored wallet for its session, without a prompt. In the result, no `connector` means that the wallet did not
 * appear; no `isAnswered`, that it failed or did not answer in time; `isAnswered` without a `session`, that it no
 * longer authorises the page. Never rejects.
 */
async function ask(kit: Kit, id: string, namespace: Namespace): Promise<Asked> {
  const connector = await awaitConnector(kit, id, namespace)
  if (!connector) return { connector }
  const asked = async () => {
    const driver = (await connector.driver()).default
    return { driver, session: await driver.resume(kit, connector) }
  }
  const answer = await within(
    // The relay client, or the login frame, has to load first.
    connector.type === 'WALLET_CONNECT' || connector.type === 'AUTH' ? THIRTY_SECONDS : FIVE_SECONDS,
    asked(),
  ).catch(() => undefined)
  return answer ? { connector, ...answer, isAnswered: true } : { connector }
}

async function resumeActive(kit: Kit, namespace: Namespace, id: string) {
  const { storage } = kit
  const key = connectorIdKey(namespace)
  const { connector, driver, session, isAnswered } = await ask(kit, id, namespace)
  if (!isAwaited(kit, namespace)) return
  if (!connector) {
    // Forget the id, so that the next load does not wait for this wallet again. Other tabs that have the wallet stay
    // connected.
    storage.remove(key)
    forget(kit, { id, chain: namespace })
    return endSession(kit, namespace, { follow: true })
  }
  // The wallet did not answer, or another page of the site ended the session. Leave storage as it is, for the next
  // load.
  if (!isAnswered || storage.get(key) !== id) endSession(kit, namespace, { follow: true })
  else if (!driver || !session) {
    forget(kit, { id, chain: namespace })
    endSession(kit, namespace)
  } else {
    const { since, chosen } = unresumed(kit).list.find((each) => each.namespace === namespace && each.id === id) ?? {}
    forget(kit, { id, chain: namespace })
    await startSession(kit, { connector, driver, session }, { resumed: true, since, chosen })
    leaveConnect(kit)
  }
}

/** Connects a stored wallet: as the active one if its namespace has none, else without making it active. */
async function resumeBehind(kit: Kit, own: Remembered, { connector, driver, session, isAnswered }: Asked) {
  const { since, chosen } = own
  // The visitor has disconnected this wallet in the meantime.
  if (!unresumed(kit).list.includes(own)) return
  // A wallet that did not answer stays stored for the next load.
  if (isAnswered || !connector) drop(kit, (each) => each === own)
  // The visitor may have connected the wallet already.
  if (!connector || !driver || !session || entryOf(kit, connector)) return
  const isFirst = !connectionOf(kit, connector.chain)
  await startSession(kit, { connector, driver, session }, { resumed: true, isBehind: true, since, chosen })
  // If another wallet is active, an open Connect view may be there to connect one more, so leave it open.
  if (isFirst) leaveConnect(kit)
}

function drop(kit: Kit, isGone: (each: Remembered) => boolean) {
  const own = unresumed(kit)
  own.list = own.list.filter((each) => !isGone(each))
}

/**
 * Whether the namespace still waits for its stored wallet: the visitor has neither connected nor disconnected since.
 */
const isAwaited = ({ state }: Kit, namespace: Namespace) => state.accounts[namespace].status === 'connecting'
