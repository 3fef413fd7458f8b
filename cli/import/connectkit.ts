/** Reads ConnectKit's `getDefaultConfig({…})` and `<ConnectKitProvider …>` by their public options. */
import { readConnectors } from './connectors.ts'
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { readDisclaimer } from './links.ts'
import { hints } from './messages.ts'
import { findCalls, findElements, type FoundCall, nearest } from './setup.ts'
import { CONNECTKIT, readVariables } from './themes.ts'
import { at, Call, type Dict, isDict, placeOf, setPlace, type Value } from './value.ts'
import { findConfiguredChains, findWagmi, readClient, readWagmi } from './wagmi.ts'

const SOURCE = /^connectkit/
/** The networks that ConnectKit uses when a site names none. */
const CHAINS = ['eip155:1', 'eip155:137', 'eip155:10', 'eip155:42161']

export const connectkit: Library = {
  call: 'getDefaultConfig({…}) of connectkit',
  features: { names: true },
  packages: SOURCE,
  find(project, reader) {
    const configs = ['getDefaultConfig', 'getDefaultClient'].flatMap((given) =>
      findCalls(project, reader, { given, source: SOURCE }),
    )
    return configs.length ? configs : findElements(project, reader, { given: 'ConnectKitProvider', source: SOURCE })
  },
  read(setup, project, reader, draft) {
    const config = 'args' in setup ? (setup as FoundCall) : undefined
    const wagmi = findWagmi(project, reader, setup.file)
    draft.within(`${setup.file}:${setup.line}`, () => {
      const isOwn = config && wagmi && (contains(wagmi, config) || this.find(project, reader).length === 1)
      if (config) readConfig(draft, isOwn ? withOverrides(config.args[0], wagmi.args[0]) : config.args[0])
    })
    if (wagmi && draft.config.networks === undefined) readWagmi(draft, wagmi, config ? 'skip' : 'read')
    const chains = draft.config.networks === undefined ? findConfiguredChains(project, reader, setup.file) : undefined
    if (chains) draft.networks(chains.args[0], 'configureChains')
    if (draft.config.networks === undefined && config && at(config.args[0], 'chains') === undefined) {
      draft.config.networks = [...CHAINS]
      draft.leave('chains', 'The set-up names no networks; the four of ConnectKit were taken.')
    }
    const provider = nearest(findElements(project, reader, { given: 'ConnectKitProvider', source: SOURCE }), setup.file)
    if (provider) draft.take(provider.attributes, attributesOf(draft), PROVIDER_NOTES)
    // connectkit-next-siwe makes an object with a provider: `configureClientSIWE({…})`.
    const [signIn] = [
      ...findElements(project, reader, { given: 'SIWEProvider', source: SOURCE }),
      ...findCalls(project, reader, { given: 'configureClientSIWE', source: SOURCE }),
    ]
    if (signIn) draft.within(`${signIn.file}:${signIn.line}`, () => draft.lose(signIn.name, hints.signIn))
    draft.remote()
    draft.leave('services', hints.services)
    return [...new Set([setup, wagmi, provider, signIn].flatMap((each) => each?.file ?? []))]
  },
}

const NOTES: Record<string, string> = {
  ssr: hints.ssr,
  storage: hints.storage,
  batch: hints.batch,
  publicClient: hints.rpc,
  webSocketPublicClient: hints.rpc,
  enableFamily: hints.unknown,
  infuraId: 'Write its address into customRpcUrls.',
  alchemyId: 'Write its address into customRpcUrls.',
  aaveAccountOptions: hints.unknown,
}

const contains = (outer: FoundCall, inner: FoundCall) =>
  outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end

/** The options of `getDefaultConfig`, with those that `createConfig({ ...getDefaultConfig({…}), … })` sets after it. */
function withOverrides(options: Value, outer: Value): Value {
  const entries = isDict(outer) ? [...outer] : []
  const spread = entries.findIndex(([, each]) => each instanceof Call && SOURCE.test(each.source))
  if (spread === -1 || !isDict(options) || !isDict(outer)) return options
  const all: Dict = new Map()
  for (const [from, keys] of [
    [options, [...options.keys()]],
    [outer, entries.slice(spread + 1).map(([key]) => key)],
  ] as const) {
    for (const key of keys) {
      all.set(key, from.get(key))
      const place = placeOf(from, key)
      if (place !== undefined) setPlace(all, key, place)
    }
  }
  return all
}

function readConfig(draft: Draft, value: Value): void {
  draft.take(
    value,
    { ...options(draft), client: (client, name) => readClient(draft, client, name, at(value, 'chains')) },
    NOTES,
  )
  if (at(value, 'connectors') !== undefined) return
  draft.lose('safe', hints.safe)
  if (at(value, 'coinbaseWalletPreference') !== 'eoaOnly') draft.lose('Coinbase smart wallet', hints.smartWallet)
  const family = at(value, 'enableFamily') ?? at(value, 'enableAaveAccount')
  if (family !== false)
    draft.lose('enableFamily', 'walletkit has no account of Family; email and social logins need services.secureSite.')
}

const options = (draft: Draft): Record<string, Handler> => ({
  walletConnectProjectId: draft.projectId,
  appName: draft.set('metadata', 'name'),
  appDescription: draft.set('metadata', 'description'),
  appUrl: draft.set('metadata', 'url'),
  appIcon: draft.icon,
  chains: draft.networks,
  transports: draft.transports,
  coinbaseWalletPreference: () => {},
  enableFamily: () => {},
  enableAaveAccount: () => {},
  autoConnect: draft.set('enableReconnect'),
  multiInjectedProviderDiscovery: draft.set('enableEIP6963'),
  connectors: (value, name) => {
    // The site's own list replaces ConnectKit's default connectors, which include WalletConnect.
    const listed = Array.isArray(value) && value.every((each) => each instanceof Call)
    const { remote } = readConnectors(draft, value, name)
    if (listed && !remote) draft.noRemote()
  },
})

const PROVIDER_NOTES: Record<string, string> = { onConnect: hints.callback, onDisconnect: hints.callback }

const OPTION_NOTES: Record<string, string> = {
  customAvatar: 'The avatar comes from the names feature, or is drawn from the address.',
  reducedMotion: 'The visitor’s own setting (prefers-reduced-motion) counts.',
  overlayBlur: hints.unknown,
  embedGoogleFonts: 'Set --wk-font-family to a font that your page loads.',
  bufferPolyfill: 'Not needed.',
}

const attributesOf = (draft: Draft): Record<string, Handler> => ({
  theme: (value, name) => {
    if (value !== 'auto') draft.leave(name, typeof value === 'string' ? hints.themeName(value) : draft.why(value))
  },
  mode: (value, name) => draft.set('theme', 'mode')(value === 'auto' ? 'system' : value, name),
  customTheme: (value, name) => readVariables(draft, value, name, CONNECTKIT),
  debugMode: draft.set('debug'),
  options: (value, name) =>
    draft.take(
      value,
      {
        initialChainId: (id, place) => {
          // In ConnectKit, 0 means no initial chain.
          if (id !== 0) draft.defaultNetwork(id, place)
        },
        language: draft.set('locale'),
        disclaimer: (text, place) => readDisclaimer(draft, text, place),
        enforceSupportedChains: (enforced, place) => {
          if (typeof enforced === 'boolean') draft.write(['allowUnsupportedChain'], !enforced)
          else draft.leave(place, draft.why(enforced))
        },
        hideNoWalletCTA: (hidden, place) => {
          if (typeof hidden === 'boolean') draft.write(['enableWalletGuide'], !hidden)
          else draft.leave(place, draft.why(hidden))
        },
      },
      OPTION_NOTES,
      `${name}.`,
    ),
  children: () => {},
})
