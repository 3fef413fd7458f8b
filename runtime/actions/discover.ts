import type { Connector } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { lazy } from '../lib/lazy.ts'
import { nextFrame } from '../lib/painted.ts'
import { ACTIVE_NETWORK, CONNECTION_STATUS } from '../lib/storageKeys.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { perKit } from '../contracts/perKit.ts'
import { isCoinbase, isReachable } from '../connectors/admit.ts'
import { addConnector } from '../wallets/list.ts'
import { embeddedConnectors } from '../connectors/embedded.ts'
import { remoteConnectors } from '../contracts/remote.ts'
import { CONNECTOR_IMAGES } from '../wallets/images.ts'
import { activeNetworkOf } from '../state/active.ts'
import { connectionOf } from '../state/connections.ts'
import type { Namespace } from '../lib/namespace.ts'
import { knownWallet } from '../wallets/wallet.ts'
import { connectionStatus } from '../state/setConnection.ts'
import { tracking } from './tracking.ts'

/**
 * `last` settles once the wallets found so far that announce only a name are listed: `register` first loads the table
 * of wallet names.
 */
const named = perKit(() => ({ last: Promise.resolve() }))

/**
 * Lists the wallets in this browser, and adds later ones as they announce themselves. The first call asks every wallet
 * to announce itself again, so it also finds wallets that announced before. Later calls search only a namespace whose
 * code could not be fetched before.
 */
export const discover = perKit((kit) => {
  watch(kit)
  const finds = [...kit.chains.keys()].map((namespace) => lazy(() => discoverOn(kit, namespace)))
  return async () => {
    await Promise.all(finds.map((find) => find()))
    await named(kit).last
  }
})

/**
 * Starts, once per kit, the listeners for tracking, sign-in and other tabs, and registers the connectors that need no
 * search: those of the site, of remote wallets and of logins without a wallet.
 */
function watch(kit: Kit) {
  tracking(kit)
  // A page without sign-in does not fetch this code here.
  if (kit.parts.siwx) void import('./signIn.ts').then(({ heedSignIn }) => heedSignIn(kit)).catch(() => undefined)
  heedNext(kit)
  heedOthers(kit)
  for (const connector of [...(kit.overrides.connectors ?? []), ...remoteConnectors(kit), ...embeddedConnectors(kit)])
    register(kit, connector)
}

/**
 * After a wallet disconnects, asks the active wallet of the same namespace, if there is one, for its accounts and
 * network: if that wallet has just become active, they may have changed while it was not active.
 */
function heedNext(kit: Kit) {
  const ask = (namespace: Namespace) =>
    void import('./verify.ts').then(({ verifyOne }) => verifyOne(kit, namespace)).catch(() => undefined)
  kit.teardown.push(
    kit.events.on('disconnected', ({ namespace }) => void (connectionOf(kit, namespace) && ask(namespace))),
  )
}

/**
 * Fetches and runs `tabs.ts` when another page of the site may have connected, disconnected or chosen a network, or
 * when this page was in the background or offline. If nothing is connected here or stored as connected, adds its
 * listeners only after the next frame, because adding a `storage` listener takes time and would delay the first drawing
 * of the modal.
 */
function heedOthers(kit: Kit) {
  if (typeof window === 'undefined') return
  if (connectionStatus(kit) !== 'disconnected' || isStored(kit)) return listen(kit)
  let gone = false
  kit.teardown.push(() => void (gone = true))
  // A test may have removed its window by then.
  void nextFrame(ONE_SECOND).then(() => gone || typeof window === 'undefined' || listen(kit))
}

const isStored = (kit: Kit) => kit.storage.get(CONNECTION_STATUS) === 'connected'

function listen(kit: Kit) {
  const heed = (event?: Event) => void import('./tabs.ts').then((tabs) => tabs.heed(kit, event)).catch(() => undefined)
  for (const name of ['storage', 'pageshow', 'online', 'visibilitychange']) {
    addEventListener(name, heed)
    kit.teardown.push(() => removeEventListener(name, heed))
  }
  // While a wallet was connected, that wallet decided the network of this page. After it disconnected, follow the
  // network that another tab has stored since.
  const stop = kit.events.on('disconnected', ({ followed }) => void (followed || followOthers(kit)))
  kit.teardown.push(stop)
  // Another tab may have connected, or chosen another network, before this page started to listen: then apply what is
  // stored.
  if (connectionStatus(kit) === 'disconnected' && (isStored(kit) || isElsewhere(kit))) heed()
}

/** Whether another network is stored than the one that this page shows: another tab has chosen it. */
function isElsewhere(kit: Kit) {
  const stored = kit.storage.get(ACTIVE_NETWORK)
  return !!stored && stored !== activeNetworkOf(kit)?.caipNetworkId
}

/** Searches this browser for the wallets of one namespace. Does nothing on a server, or without code to search. */
export async function discoverOn(kit: Kit, namespace: Connector['chain']): Promise<void> {
  const { enableInjected = true, enableEIP6963 = true } = kit.config
  const find = await kit.chains.get(namespace)?.discover?.()
  if (!find || typeof window === 'undefined') return
  const found = (connector: Connector) => register(kit, connector)
  kit.teardown.push(find.default({ found, enableInjected, enableAnnounced: enableEIP6963 }))
}

/**
 * Lists a connector, with the networks that it can serve, its directory id and its image. Skips a connector that cannot
 * work on this page, or that the config turns off. A wallet that announces only a name is listed after the table of
 * names has loaded, because the site's exclude list needs its directory id.
 */
export function register(kit: Kit, connector: Connector): void {
  if (connector.type !== 'ANNOUNCED' || connector.info?.rdns || connector.explorerId) return add(kit, connector)
  named(kit).last = import('../wallets/known.ts')
    .then(({ directoryIdOf }) => directoryIdOf(connector.name))
    .catch(() => undefined)
    .then((explorerId) => add(kit, { ...connector, ...(explorerId && { explorerId }) }))
}

function add(kit: Kit, connector: Connector) {
  if (!isReachable(connector) || (kit.config.enableCoinbase === false && isCoinbase(connector))) return
  const chains = kit.state.networks[connector.chain].requestedCaipNetworks
  const imageId = connector.imageId ?? CONNECTOR_IMAGES[connector.id]
  const explorerId = connector.explorerId ?? knownWallet(kit, connector.info?.rdns ?? connector.id)?.id
  addConnector(kit.state.connectors, {
    ...connector,
    ...(imageId !== undefined && { imageId }),
    ...(explorerId !== undefined && { explorerId }),
    chains: connector.chains.length ? connector.chains : [...chains],
  })
}

/**
 * Applies what other pages of the site stored while this page did not follow them, because a wallet was connected here
 * or was asked to connect. Never throws.
 */
export const followOthers = (kit: Kit) =>
  void import('./tabs.ts').then(({ follow }) => follow(kit)).catch(() => undefined)
