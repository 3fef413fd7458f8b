/**
 * Turns a valid config into the page's `Config`: adds defaults, presets and full networks, removes what is off. Pure.
 */
import type { Config, Features, Services } from '../runtime/contracts/config.ts'
import type { CaipNetwork } from '../runtime/contracts/network.ts'
import type { LanguageTag, WalletKitConfig } from './generated/config.d.ts'
import { networkImageId } from './images.ts'
import { isBuilt, networkIdOf } from './meaning.ts'
import { findNetwork, sandboxExplorerPath, sandboxRpcPath } from './networks.ts'
import { isObject, type Json, type JsonObject, onByDefault, type Piece } from './pieces.ts'
import { visibilityOf } from './plugins.ts'
import { RESTRICTED_TIMEZONES } from './timezones.ts'
import { reownServices, SANDBOX_OPTIONS, SANDBOX_URL, sandboxServices, serviceRpcUrl } from './services.ts'

export type Resolved = {
  config: Config
  /** Ids of the plugins that the build includes, sorted. */
  plugins: string[]
  /** Namespaces of the networks, sorted; empty with `basic`. */
  chains: string[]
  /** Features that are on by default, but left out: this version lacks them, or the config lacks their service. */
  leftOut: string[]
  /** Tags of the page's languages. The first is for visitors whose language is not among them. */
  languages: readonly string[]
  sandbox: boolean
}

/** Defaults of the features that no plugin owns. */
export const CORE_FEATURES = {
  emailShowWallets: true,
  allWallets: 'SHOW',
  legalCheckbox: false,
  collapseWallets: false,
  analytics: true,
} as const

/** The languages that `"languages": "auto"` in the config selects: all but the test language en-XA, English first. */
export const LANGUAGES: readonly LanguageTag[] = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'ja',
  'ko',
  'pt-BR',
  'ru',
  'tr',
  'vi',
  'zh-Hans',
]

const DEFAULT_ORDER = { walletFeatures: 'onramp,swaps,receive,send', connectMethods: 'email,social,wallet' }

export type ResolveOptions = {
  pieces: readonly Piece[]
  /** The sandbox's URL; default http://127.0.0.1:4747. */
  sandboxUrl?: string | undefined
  /** The URL of the sandbox's login service; default: the sandbox's URL, with the port one higher. */
  sandboxLogin?: string | undefined
  /** Reads the JSON file in `wallets.list`. */
  readList?: (path: string) => Json
}

/** Resolves a config. `raw` must have passed `validateConfig`, because it is not checked again here. */
export function resolveConfig(
  raw: JsonObject,
  { pieces, sandboxUrl = SANDBOX_URL, sandboxLogin, readList }: ResolveOptions,
): Resolved {
  const written = structuredClone(raw) as unknown as WalletKitConfig
  const url = sandboxUrl.replace(/\/+$/, '')
  const sandbox = written.services === 'sandbox'
  const services = resolveServices(written.services, url, sandboxLogin)
  const networks = (written.networks as Json[]).map((entry) => resolveNetwork(entry, written, services, url))
  const chosen = selectFeatures(
    isObject(raw.features) ? raw.features : {},
    pieces,
    services,
    sandbox ? SANDBOX_OPTIONS : {},
  )
  // Drop the services for analytics and login if nothing in the page asks for them, so that the page cannot contact
  // them.
  const isAsked = (service: string) =>
    pieces.some(({ id, permissions }) => chosen.plugins.includes(id) && permissions.services.includes(service))
  if (chosen.features['analytics'] === false && !isAsked('analytics')) delete services.analytics
  if (!isAsked('secureSite')) delete services.secureSite
  const {
    $schema: _schema,
    services: _services,
    budgets: _budgets,
    networks: _networks,
    siwx: _siwx,
    siweConfig: _siwe,
    features: _features,
    plugins: _plugins,
    languages,
    ...rest
  } = written
  const wallets = written.wallets && { ...written.wallets }
  if (wallets && typeof wallets.list === 'string') wallets.list = (readList?.(wallets.list) ?? []) as never
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => isBuilt(key)))
  const config = {
    ...kept,
    ...(wallets && { wallets }),
    ...signIn(written, sandbox ? `${url}/siwx` : undefined),
    ...(written.hostRules?.length && {
      hostRules: written.hostRules.map(
        ({ timezones = [...RESTRICTED_TIMEZONES], services: { analytics, ...others } }) => ({
          timezones,
          services: { ...others, ...(analytics && services.analytics && { analytics }) },
        }),
      ),
    }),
    networks,
    ...(Object.keys(services).length && { services }),
    features: chosen.features,
  } as Config
  const namespaces = written.basic ? [] : networks.map(({ chainNamespace }) => chainNamespace)
  return {
    config,
    plugins: chosen.plugins,
    chains: [...new Set(namespaces)].sort(),
    leftOut: chosen.leftOut,
    languages: languages === 'auto' ? LANGUAGES : (languages ?? ['en']),
    sandbox,
  }
}

/**
 * The page's sign-in options: `true` becomes `{}`, and `false` is left out. The runtime adds the defaults, except that
 * `storage: "server"` without an endpoint gets `endpoint` here, which is set only for the sandbox.
 */
function signIn({ siwx, siweConfig }: WalletKitConfig, endpoint?: string): Pick<Config, 'siwx' | 'siweConfig'> {
  const options = siwx === true ? {} : siwx
  const isServed = options && options.storage === 'server' && options.endpoint === undefined && endpoint !== undefined
  return {
    ...(options && { siwx: isServed ? { ...options, endpoint } : options }),
    ...(siweConfig && { siweConfig: siweConfig === true ? {} : siweConfig }),
  }
}

function resolveServices(
  services: WalletKitConfig['services'],
  sandboxUrl: string,
  secureSite: string | undefined,
): Services {
  if (services === 'sandbox') return sandboxServices(sandboxUrl, secureSite)
  if (services === 'reown') return reownServices()
  return services ?? {}
}

function selectFeatures(
  written: JsonObject,
  pieces: readonly Piece[],
  services: Services,
  preset: Readonly<Record<string, JsonObject>>,
) {
  const features: Features = { ...CORE_FEATURES }
  const leftOut: string[] = []
  const plugins: string[] = []
  for (const key of Object.keys(CORE_FEATURES)) if (written[key] !== undefined) features[key] = written[key]
  if (typeof features.allWallets === 'boolean') features.allWallets = features.allWallets ? 'SHOW' : 'HIDE'
  for (const piece of pieces) {
    const value = written[piece.feature] ?? onByDefault(piece)
    if (value === false) continue
    // Leave out a feature without its service if it is on only by default. One that the config names stays, and shows
    // in the page that its service is missing.
    const isAsked = written[piece.feature] !== undefined
    const lacks = piece.permissions.services.some((key) => !(services as Record<string, unknown>)[key])
    if (!piece.available || (!isAsked && lacks)) {
      leftOut.push(piece.feature)
      continue
    }
    const options = value === true ? whenTrue(piece) : shown(piece, value)
    features[piece.feature] = isObject(options) ? { ...preset[piece.feature], ...options } : options
    plugins.push(piece.id)
  }
  for (const slot of ['walletFeatures', 'connectMethods'] as const) {
    const order = written[`${slot}Order`]
    // Omit the default order: the items have it without configuration.
    if (Array.isArray(order) && order.map(String).join() === DEFAULT_ORDER[slot]) continue
    if (Array.isArray(order))
      features[`${slot}Order`] = order.map(String).filter((key) => key === 'wallet' || owns(pieces, plugins, slot, key))
  }
  return { features, plugins: plugins.sort(), leftOut: leftOut.sort() }
}

/**
 * Whether a plugin of this build puts an item with this key into the slot, so that the page lists nothing that is off.
 */
const owns = (pieces: readonly Piece[], plugins: readonly string[], slot: string, key: string) =>
  pieces.some(({ id, slotKeys }) => plugins.includes(id) && slotKeys[slot]?.includes(key))

/** A feature's options without those that the page may not see. */
const shown = ({ schema }: Piece, value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => visibilityOf(schema, key) === 'page'))
    : value

/** The options for `true`: `{}`, or for a list, all allowed entries. */
function whenTrue({ schema }: Piece): Json {
  if (schema?.type !== 'array') return {}
  return isObject(schema.items) && Array.isArray(schema.items.enum) ? schema.items.enum : []
}

function resolveNetwork(entry: Json, written: WalletKitConfig, services: Services, sandboxUrl: string): CaipNetwork {
  const id = networkIdOf(entry) ?? ''
  const known = isObject(entry) ? fromObject(entry, id) : findNetwork(id)
  if (!known) throw new Error(`No network is known as ${id}`)
  const sandboxPath = isObject(entry) ? undefined : sandboxRpcPath(id)
  const own = sandboxPath ? [sandboxUrl + sandboxPath] : known.rpcUrls.default.http
  const shared =
    services.rpc && written.services !== 'sandbox' ? serviceRpcUrl(services.rpc, id, written.projectId) : undefined
  const explorer = isObject(entry) ? undefined : sandboxExplorerPath(id)
  const custom = written.customRpcUrls?.[id] ?? []
  const image = written.images?.networks?.[id]
  const isId = image !== undefined && !/[/:]/.test(image)
  const imageId = (isId ? image : known.assets?.imageId) ?? networkImageId(id)
  const imageUrl = isId ? undefined : (image ?? known.assets?.imageUrl)
  const assets = { ...(imageId && { imageId }), ...(imageUrl && { imageUrl }) }
  return {
    ...known,
    rpcUrls: { default: { http: custom.length ? [...custom] : shared ? [shared] : own }, chainDefault: { http: own } },
    ...(explorer && { blockExplorers: { default: { name: 'Explorer', url: sandboxUrl + explorer } } }),
    ...(Object.keys(assets).length && { assets }),
  }
}

function fromObject(entry: JsonObject, caipNetworkId: string): CaipNetwork {
  const { chainNamespace = 'eip155', ...rest } = entry
  const { default: urls } = rest.rpcUrls as { default: { http: string[] } }
  return { ...rest, chainNamespace, caipNetworkId, rpcUrls: { default: { http: urls.http } } } as unknown as CaipNetwork
}
