/** The composition root: connects state, events, plugins and chains into a kit. */
import type { complete } from '../actions/complete.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Chain } from '../contracts/chain.ts'
import type { Config, Generated, LoadPlugins } from '../contracts/config.ts'
import type { Kit, KitOverrides, KitState, LateState } from '../contracts/kit.ts'
import { copy } from '../lib/copy.ts'
import { createEmitter } from '../lib/emitter.ts'
import type { KitEvents } from '../contracts/events.ts'
import { isKnown, type Namespace, NAMESPACES, namespacesOf } from '../lib/namespace.ts'
import { createStorage } from '../lib/storage.ts'
import { ACTIVE_NETWORK, CONNECTED_NAMESPACES, CONNECTION_STATUS } from '../lib/storageKeys.ts'
import { createAccountsState } from '../state/accounts.ts'
import { createConnectionState } from '../state/connection.ts'
import { createConnectionsState } from '../state/connections.ts'
import { createConnectorsState } from '../state/connectors.ts'
import { createModalState } from '../state/modal.ts'
import { createNetworksState } from '../state/networks.ts'
import { createOptionsState } from '../state/options.ts'
import { createThemeState } from '../state/theme.ts'

export function createKit(
  { config: given, chains: all = [], plugins: listed = [], parts, whenIdle, language }: Generated,
  overrides: KitOverrides = {},
): Kit {
  const config = Object.freeze(copy(given))
  const { siwx, siweConfig, storage = createStorage() } = { ...config, ...overrides }
  if (siwx && siweConfig) throw new WalletKitError('CONFIG_INVALID', 'siwx or siweConfig, not both')
  const chains = new Map((config.basic ? [] : all).map((chain) => [chain.namespace, chain]))
  const events = createEmitter<KitEvents>()
  const state = createState(config, namespacesFor(config, all))
  const kit: Kit = {
    config,
    state,
    events,
    storage,
    plugins: typeof listed === 'function' ? undefined : listed,
    loadPlugins: async () => kit.plugins ?? (await (listed as LoadPlugins)()).default,
    overrides,
    chains,
    parts: { ...parts },
    whenIdle,
    track: (event, properties) => events.emit('track', { event, properties, timestamp: Date.now() }),
    language,
    text: (key, english, values) => config.messages?.[key] ?? language?.text(key, values) ?? english,
    preload: async () => {
      if (typeof document !== 'undefined') await loadShell(kit).then((shell) => shell.preload(kit))
    },
    teardown: [],
  }
  restore(kit)
  return kit
}

/**
 * Waits for lazily loaded code, and for the plugins, the rest of the config and the texts, which that code reads
 * without waiting. Adds these to the kit (`complete`), and resolves with the code.
 */
export const completed = <M extends { complete: typeof complete }>(kit: Kit, code: Promise<M>): Promise<M> =>
  Promise.all([code, kit.loadPlugins(), kit.language?.load()]).then(([loaded, list]) => {
    loaded.complete(kit, list)
    return loaded
  })

export const loadShell = (kit: Kit) => completed(kit, import('../ui/shell/index.ts'))

/**
 * The namespaces of this package, and those of `chains`, some of which the list then has twice. Throws `CONFIG_INVALID`
 * for a network of any other namespace, because no wallet could connect on it.
 */
function namespacesFor({ networks = [] }: Config, chains: readonly Chain[]): Namespace[] {
  const known: Namespace[] = [...NAMESPACES, ...chains.map((chain) => chain.namespace)]
  const alien = networks.findIndex(({ chainNamespace }) => !known.includes(chainNamespace))
  if (alien >= 0) throw new WalletKitError('CONFIG_INVALID', `networks[${alien}]: add its chain to chains`)
  return known
}

/**
 * Creates the state without the fields of {@link LateState}, which `complete` adds before any lazily loaded code reads
 * them.
 */
function createState(config: Config, namespaces: readonly Namespace[]): KitState {
  // Copy what the page may change at run time. Leave out wallet lists: they are long and do not change.
  const { networks = [], wallets: _lists, theme, ...options } = copy(config)
  const early: Omit<KitState, keyof LateState> = {
    accounts: createAccountsState(namespaces),
    networks: createNetworksState(networks, namespaces),
    connectors: createConnectorsState(),
    connections: createConnectionsState(),
    connection: createConnectionState(),
    modal: createModalState(),
    theme: createThemeState(theme?.mode, theme?.variables),
    options: createOptionsState(options),
  }
  return early as KitState
}

/**
 * Restores the stored network, and marks namespaces with a stored session as connecting. Whether the session still
 * exists is known only once the wallet has answered.
 */
function restore({ config, state, storage }: Kit) {
  const { networks, accounts } = state
  const { networks: all = [] } = config
  const find = (id: string | undefined, list = all) => list.find((network) => network.caipNetworkId === id)
  const initial = find(storage.get(ACTIVE_NETWORK)) ?? find(config.defaultNetwork) ?? all[0]
  for (const namespace of namespacesOf(accounts)) {
    const own = networks[namespace]
    const listed = own.requestedCaipNetworks
    own.caipNetwork = find(initial?.caipNetworkId, listed) ?? listed[0]
  }
  networks.activeChain = initial?.chainNamespace
  if (storage.get(CONNECTION_STATUS) !== 'connected' || config.enableReconnect === false) return
  for (const namespace of (storage.get(CONNECTED_NAMESPACES) ?? '').split(',')) {
    if (isKnown(accounts, namespace)) accounts[namespace].status = 'connecting'
  }
}
