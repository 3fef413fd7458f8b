/** The composition root: the only place that connects state, events, plugins and chains into a kit. */
import { WalletKitError } from '../errors/base.ts'
import type { Chain } from '../contracts/chain.ts'
import type { Config, Generated, Parts } from '../contracts/config.ts'
import type { Connector } from '../contracts/connector.ts'
import { createEmitter, type Emitter } from '../lib/emitter.ts'
import type { KitEvents, TrackingEvents } from '../contracts/events.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import { isNamespace, NAMESPACES, type Namespace } from '../lib/namespace.ts'
import { createStorage, type Storage } from '../lib/storage.ts'
import { ACTIVE_NETWORK, CONNECTED_NAMESPACES, CONNECTION_STATUS } from '../lib/storageKeys.ts'
import { createAccountsState } from '../state/accounts.ts'
import { createAlertState } from '../state/alert.ts'
import { createConnectionState } from '../state/connection.ts'
import { createConnectorsState } from '../state/connectors.ts'
import { createModalState } from '../state/modal.ts'
import { createNetworksState } from '../state/networks.ts'
import { createOptionsState } from '../state/options.ts'
import { createRouterState } from '../state/router.ts'
import type { SiweConfig } from '../siwx/siwe/types.ts'
import type { SIWX } from '../siwx/types.ts'
import { createThemeState } from '../state/theme.ts'
import { createToastState } from '../state/toast.ts'

/** Options that JSON cannot express, passed in code. */
export type KitOverrides = {
  connectors?: readonly Connector[]
  storage?: Storage
  /** The site's own sign-in. Requires `siwx` in the config, which adds the sign-in code to the build. */
  siwx?: SIWX
  /**
   * The site's existing SIWE functions. Requires `siweConfig` in the config, which adds the sign-in code to the build.
   */
  siweConfig?: SiweConfig
}

export type KitState = ReturnType<typeof createState>

/** The inner kit, which all internal functions take as their first argument. Sites get a `WalletKit` instead. */
export type Kit = {
  /** A frozen copy of the page's config. */
  readonly config: Config
  readonly state: KitState
  readonly events: Emitter<KitEvents>
  readonly storage: Storage
  readonly plugins: readonly AnyPlugin[]
  /** What the site passed in code. Its connectors are listed at the first search for wallets. */
  readonly overrides: KitOverrides
  /** Connected wallets' providers; never wrapped in a proxy. */
  readonly providers: Map<Namespace, unknown>
  readonly chains: Map<Namespace, Chain>
  readonly parts: Parts
  lastEvent?: KitEvents['track']
  track: <E extends keyof TrackingEvents>(event: E, properties?: TrackingEvents[E]) => void
  /** The text of a message key in the page's language, else in English. */
  text: (key: string, english: string) => string
  /** Functions that run when the kit is destroyed, newest first. */
  readonly teardown: (() => void)[]
}

export function createKit(
  { config: given, chains: all = [], plugins = [], parts = {} }: Generated,
  overrides: KitOverrides = {},
): Kit {
  const config = Object.freeze(structuredClone(given))
  const { siwx, siweConfig, storage = createStorage() } = { ...config, ...overrides }
  if (siwx && siweConfig) throw new WalletKitError('CONFIG_INVALID', 'siwx or siweConfig, not both')
  const chains = new Map((config.basic ? [] : all).map((chain) => [chain.namespace, chain]))
  const events = createEmitter<KitEvents>()
  const state = createState(config)
  const kit: Kit = {
    config,
    state,
    events,
    storage,
    plugins,
    overrides,
    providers: new Map(),
    chains,
    parts,
    track: (event, properties) => events.emit('track', { event, properties, timestamp: Date.now() }),
    text: (key, english) => config.messages?.[key] ?? english,
    teardown: [],
  }
  restore(kit)
  return kit
}

function createState(config: Config) {
  // Copy what the page may change at run time. Leave out wallet lists: they are long and do not change.
  const { networks = [], wallets: _lists, theme, ...options } = structuredClone(config)
  return {
    accounts: createAccountsState(),
    networks: createNetworksState(networks),
    connectors: createConnectorsState(),
    connection: createConnectionState(),
    modal: createModalState(),
    router: createRouterState(),
    toast: createToastState(),
    alert: createAlertState(),
    theme: createThemeState(theme?.mode, theme?.variables),
    options: createOptionsState(options),
  }
}

/** Restores the stored network, and marks stored sessions as connecting: a hint until the wallet confirms. */
function restore({ config, state, storage }: Kit) {
  const { networks, accounts, connection } = state
  const listed = (id: string | undefined) => config.networks?.find(({ caipNetworkId }) => caipNetworkId === id)
  const initial = listed(storage.get(ACTIVE_NETWORK)) ?? listed(config.defaultNetwork) ?? config.networks?.[0]
  for (const namespace of NAMESPACES) {
    const own = networks[namespace].requestedCaipNetworks
    networks[namespace].caipNetwork =
      own.find(({ caipNetworkId }) => caipNetworkId === initial?.caipNetworkId) ?? own[0]
  }
  networks.activeChain = initial?.chainNamespace
  if (storage.get(CONNECTION_STATUS) !== 'connected' || config.enableReconnect === false) return
  for (const namespace of storage.get(CONNECTED_NAMESPACES)?.split(',') ?? []) {
    if (isNamespace(namespace)) accounts[namespace].status = connection.status = 'connecting'
  }
}
