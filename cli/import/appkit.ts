/**
 * Reads AppKit's `createAppKit({…})`, `<AppKitProvider …>` and `UniversalConnector.init({…})`, and
 * `createWeb3Modal({…})` of Web3Modal 3 to 5, by their public options.
 */
import { isObject } from '../../schema/pieces.ts'
import { readConnectors, readMetadata } from './connectors.ts'
import { type Draft, type Handler, isUnnamed } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findCalls, findElements, type Found } from './setup.ts'
import { readWallets } from './solanaAdapter.ts'
import { socials } from './socials.ts'
import { APPKIT, readVariables } from './themes.ts'
import { at, Call, Given, isDict, toJson, Unread, type Value } from './value.ts'
import { readClient } from './wagmi.ts'
import { readWeb3Modal, WEB3MODAL } from './web3modal.ts'

const SOURCE = /^@reown\/appkit|^https?:\/\/[^/]+\/.*@reown\/appkit|^@web3modal\//
const SWITCHES = [
  'debug',
  'disableAppend',
  'allowUnsupportedChain',
  'enableWallets',
  'enableInjected',
  'enableEIP6963',
  'enableWalletConnect',
  'enableCoinbase',
  'enableWalletGuide',
  'enableNetworkSwitch',
  'enableReconnect',
  'enableAuthLogger',
] as const

const NOTES: Record<string, string> = {
  coinbasePreference: 'The wallet chooses.',
  enableMobileFullScreen: 'The modal is a sheet on small screens.',
  enableBaseAccount: hints.smartWallet,
  isSiweEnabled: hints.signIn,
  ssr: hints.ssr,
  experimental_preferUniversalLinks: 'The wallet’s own link is used; its web link where it has no other.',
}

export const appkit: Library = {
  call: 'createAppKit({…})',
  features: {
    email: true,
    emailShowWallets: true,
    socials: true,
    swaps: true,
    onramp: true,
    send: true,
    receive: true,
    history: true,
    analytics: true,
    names: true,
    allWallets: 'SHOW',
  },
  packages: /^@reown\/appkit|^@web3modal\/|^@reown\/appkit-adapter-/,
  find: (project, reader) => [
    ...['createAppKit', WEB3MODAL].flatMap((given) => findCalls(project, reader, { given, source: SOURCE })),
    ...findElements(project, reader, { given: 'AppKitProvider', source: SOURCE }),
    ...findCalls(project, reader, { given: 'UniversalConnector.init', source: SOURCE }),
  ],
  read(setup, _project, _reader, draft) {
    const options = optionsOf(setup)
    draft.write(['services'], 'reown')
    draft.within(`${setup.file}:${setup.line}`, () => {
      if ('name' in setup && setup.name === 'UniversalConnector.init') return readUniversal(draft, options)
      draft.take(options, handlers(draft), NOTES)
      if ('name' in setup && setup.name === WEB3MODAL) readWeb3Modal(draft, options)
      fromAdapters(draft, options)
      if ('source' in setup && /\/(?:core|basic)(?:$|[./])|-core$/.test(String(setup.source)))
        draft.write(['basic'], true)
      if (
        draft.config.enableCoinbase !== false &&
        at(options, 'coinbasePreference') !== 'eoaOnly' &&
        draft.config.basic !== true
      )
        draft.lose('Coinbase smart wallet', hints.smartWallet)
      if (isDict(options) && options.get('projectId') === undefined && !draft.config.projectId)
        draft.leave('projectId', hints.projectId)
    })
    return [setup.file]
  },
}

/**
 * Reads `UniversalConnector.init`: no browser wallets; networks in groups, each with the methods and events to ask for.
 */
function readUniversal(draft: Draft, options: Value): void {
  draft.write(['basic'], true)
  draft.take(options, {
    projectId: draft.projectId,
    metadata: (value, name) => readMetadata(draft, value, name),
    networks: (value, name) => {
      const groups = Array.isArray(value) ? value : []
      draft.networks(
        groups.flatMap((each) => at(each, 'chains') ?? []),
        name,
      )
      for (const key of ['methods', 'events']) {
        const all = groups.flatMap((each) => toJson(at(each, key)) ?? [])
        if (all.length) draft.write(['walletConnect', key], [...new Set(all)])
      }
    },
  })
}

function optionsOf(setup: Found): Value {
  if ('args' in setup) return (setup.args as Value[])[0]
  return 'attributes' in setup ? (setup.attributes as Value) : undefined
}

function handlers(draft: Draft): Record<string, Handler> {
  return {
    projectId: draft.projectId,
    networks: draft.networks,
    chains: draft.networks,
    caipNetworks: draft.networks,
    defaultNetwork: draft.defaultNetwork,
    defaultChain: draft.defaultNetwork,
    adapters: (value) => adapters(draft, value),
    metadata: (value, name) => readMetadata(draft, value, name),
    features: (value, name) => features(draft, value, name),
    themeMode: draft.set('theme', 'mode'),
    themeVariables: (value, name) => readVariables(draft, value, name, APPKIT),
    featuredWalletIds: draft.set('wallets', 'featured'),
    includeWalletIds: draft.set('wallets', 'include'),
    excludeWalletIds: draft.set('wallets', 'exclude'),
    customWallets: draft.set('wallets', 'custom'),
    allWallets: draft.set('features', 'allWallets'),
    termsConditionsUrl: draft.set('termsConditionsUrl'),
    privacyPolicyUrl: draft.set('privacyPolicyUrl'),
    defaultAccountTypes: draft.set('defaultAccountTypes'),
    tokens: (value, name) => byNetwork(draft, value, name, ['tokens']),
    connectorImages: draft.set('images', 'connectors'),
    chainImages: (value, name) => byNetwork(draft, value, name, ['images', 'networks']),
    customRpcUrls: (value, name) => customRpcUrls(draft, value, name),
    universalProviderConfigOverride: (value, name) => override(draft, value, name),
    enableEmbedded: draft.set('embedded'),
    enableAnalytics: draft.set('features', 'analytics'),
    enableOnramp: draft.set('features', 'onramp'),
    enableSwaps: draft.set('features', 'swaps'),
    enableEmail: draft.set('features', 'email'),
    siwx: (value, name) => siwx(draft, value, name),
    siweConfig: (_value, name) => {
      draft.write(['siweConfig'], true)
      draft.lose(name, hints.siweConfig)
    },
    wagmiConfig: () => {},
    ethersConfig: () => {},
    solanaConfig: () => {},
    children: () => {},
    ...Object.fromEntries(SWITCHES.map((key) => [key, draft.set(key)])),
  }
}

function adapters(draft: Draft, value: Value): void {
  for (const each of Array.isArray(value) ? value : [value]) {
    if (each === false || each === null || each === undefined) continue
    if (!(each instanceof Call)) {
      draft.lose(each instanceof Unread ? each.code : 'adapters', hints.adapterUnread)
      continue
    }
    draft.leave(each.name, hints.adapters)
    const [options] = each.args
    const networks = at(options, 'networks') ?? at(options, 'chains')
    draft.take(
      options,
      {
        ...Object.fromEntries(['networks', 'chains', 'projectId', 'metadata'].map((key) => [key, () => {}])),
        transports: draft.transports,
        client: (value, name) => readClient(draft, value, name, networks),
        connectors: (value, name) => void readConnectors(draft, value, name),
        wallets: (value, name) => readWallets(draft, value, name),
        customRpcUrls: (value, name) => customRpcUrls(draft, value, name),
        multiInjectedProviderDiscovery: draft.set('enableEIP6963'),
      },
      { ssr: hints.ssr, storage: hints.storage, batch: hints.batch },
    )
  }
}

/** Reads networks and project id from the adapters, if the call itself does not name them. */
function fromAdapters(draft: Draft, options: Value): void {
  const list = at(options, 'adapters')
  for (const each of Array.isArray(list) ? list : []) {
    if (!(each instanceof Call)) continue
    const networks = at(each.args[0], 'networks') ?? at(each.args[0], 'chains')
    if (draft.config.networks === undefined && networks !== undefined) draft.networks(networks, 'networks')
    if (!draft.config.projectId) draft.projectId(at(each.args[0], 'projectId'), 'projectId')
  }
}

function features(draft: Draft, value: Value, name: string): void {
  const known = isObject(draft.config.features) ? Object.keys(draft.config.features) : []
  const own: Record<string, Handler> = {
    connectorTypeOrder: draft.set('connectorTypeOrder'),
    legalCheckbox: draft.set('features', 'legalCheckbox'),
    socials: (each, at) => socials(draft, each, at),
    ...Object.fromEntries(
      ['walletFeaturesOrder', 'connectMethodsOrder', 'collapseWallets'].map((key) => [key, draft.set('features', key)]),
    ),
  }
  for (const key of known) own[key] ??= draft.set('features', key)
  draft.take(value, own, { pay: hints.unknown, reownBranding: 'walletkit shows no brand of its own.' }, `${name}.`)
}

function siwx(draft: Draft, value: Value, name: string): void {
  if (value === undefined || value === null) return
  if (value instanceof Call && /^(?:Default|Reown|Cloud)/.test(value.name)) {
    draft.write(['siwx'], true)
    return value.name.startsWith('Default') ? draft.leave(name, hints.signInKept) : draft.lose(name, hints.signInKept)
  }
  draft.lose(name, hints.signIn)
}

/**
 * Reads an option with one value for each network. AppKit's keys are chain ids or CAIP-2 ids; walletkit's are CAIP-2
 * ids.
 */
function byNetwork(draft: Draft, value: Value, name: string, path: [string, ...string[]]): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  for (const [id, each] of value)
    if (isUnnamed(id)) draft.leave(`${name}${id}`, hints.code(id))
    else
      draft.set(...path, id.includes(':') ? id : `eip155:${id}`)(
        each instanceof Given ? new Unread(each.name) : each,
        `${name}.${id}`,
      )
}

/** Converts AppKit's `{ 'eip155:1': [{ url, config }] }` to walletkit's `{ 'eip155:1': [url] }`. */
function customRpcUrls(draft: Draft, value: Value, name: string): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  for (const [key, list] of value) {
    if (isUnnamed(key)) {
      draft.leave(`${name}${key}`, hints.code(key))
      continue
    }
    const id = key.includes(':') ? key : `eip155:${key}`
    const urls = (Array.isArray(list) ? list : [list]).flatMap((each) => {
      const url = isDict(each) ? (each.get('url') ?? each.get('http')) : each
      return [url].flat().filter((one) => typeof one === 'string' && one !== '') as string[]
    })
    if (urls.length) draft.write(['customRpcUrls', id], urls)
    else draft.leave(`${name}.${key}`, draft.why(list))
    if (Array.isArray(list) && list.some((each) => isDict(each) && each.get('config') !== undefined))
      draft.leave(`${name}.${key} config`, hints.unknown)
  }
}

/**
 * Reads `universalProviderConfigOverride`: AppKit lists methods, events and chains by namespace, walletkit in one list.
 */
function override(draft: Draft, value: Value, name: string): void {
  const lists =
    (key: string): Handler =>
    (each, at) => {
      const json = toJson(each)
      if (!isObject(json)) return draft.leave(at, draft.why(each))
      draft.write(['walletConnect', key], [...new Set(Object.values(json).flat())])
    }
  draft.take(
    value,
    {
      methods: lists('methods'),
      events: lists('events'),
      chains: lists('chains'),
      rpcMap: draft.set('walletConnect', 'rpcMap'),
    },
    { defaultChain: 'Write defaultNetwork.' },
    `${name}.`,
  )
}
