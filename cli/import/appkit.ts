/** Reads AppKit's `createAppKit({…})` by its public options. */
import { isObject } from '../../schema/pieces.ts'
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findCalls } from './setup.ts'
import { Call, entryOf, isDict, toJson, Unread, type Value } from './value.ts'

const VARIABLES: Record<string, string> = {
  accent: '--wk-accent',
  'font-family': '--wk-font-family',
  'font-size-master': '--wk-font-size-master',
  'border-radius-master': '--wk-border-radius-master',
  'z-index': '--wk-z-index',
}
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
  read(project, reader, draft) {
    const [call] = findCalls(project, reader, { given: 'createAppKit', source: /^@reown\/appkit/ })
    if (!call) return undefined
    draft.write(['services'], 'reown')
    const [options] = call.args
    draft.take(options, handlers(draft), {
      siwx: hints.signIn,
      universalProviderConfigOverride: 'Write walletConnect { chains, methods, events, rpcMap }.',
      coinbasePreference: 'The wallet chooses.',
      enableMobileFullScreen: 'The modal is a sheet on small screens.',
    })
    if (isDict(options) && options.get('projectId') === undefined) draft.leave('projectId', hints.projectId)
    return [call.file]
  },
}

function handlers(draft: Draft): Record<string, Handler> {
  return {
    projectId: draft.projectId,
    networks: draft.networks,
    defaultNetwork: draft.defaultNetwork,
    adapters: (value) => adapters(draft, value),
    metadata: (value, name) =>
      draft.take(
        value,
        Object.fromEntries(['name', 'description', 'url', 'icons'].map((key) => [key, draft.set('metadata', key)])),
        {},
        `${name}.`,
      ),
    features: (value, name) => features(draft, value, name),
    themeMode: draft.set('theme', 'mode'),
    themeVariables: (value, name) => variables(draft, value, name),
    featuredWalletIds: draft.set('wallets', 'featured'),
    includeWalletIds: draft.set('wallets', 'include'),
    excludeWalletIds: draft.set('wallets', 'exclude'),
    customWallets: draft.set('wallets', 'custom'),
    allWallets: draft.set('features', 'allWallets'),
    termsConditionsUrl: draft.set('termsConditionsUrl'),
    privacyPolicyUrl: draft.set('privacyPolicyUrl'),
    defaultAccountTypes: draft.set('defaultAccountTypes'),
    tokens: draft.set('tokens'),
    connectorImages: draft.set('images', 'connectors'),
    chainImages: (value, name) => chainImages(draft, value, name),
    customRpcUrls: (value, name) => customRpcUrls(draft, value, name),
    enableEmbedded: draft.set('embedded'),
    siweConfig: (_value, name) => {
      draft.write(['siweConfig'], true)
      draft.leave(name, hints.siweConfig)
    },
    ...Object.fromEntries(SWITCHES.map((key) => [key, draft.set(key)])),
  }
}

function adapters(draft: Draft, value: Value): void {
  for (const each of Array.isArray(value) ? value : [value])
    draft.leave(each instanceof Call ? each.name : each instanceof Unread ? each.code : 'adapters', hints.adapters)
}

function features(draft: Draft, value: Value, name: string): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  const known = isObject(draft.config.features) ? Object.keys(draft.config.features) : []
  for (const [key, each] of value) {
    if (key === 'connectorTypeOrder') draft.set('connectorTypeOrder')(each, `${name}.${key}`)
    else if (known.includes(key)) draft.set('features', key)(each, `${name}.${key}`)
    else draft.leave(`${name}.${key}`, hints.unknown)
  }
}

function variables(draft: Draft, value: Value, name: string): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  for (const [key, each] of value) {
    const [, suffix = ''] = /^--(?:w3m|apkt)-(.+)$/.exec(key) ?? []
    const variable = entryOf(VARIABLES, suffix)
    if (variable === undefined) draft.leave(`${name}.${key}`, hints.themeVariable)
    else if (typeof each === 'string' || typeof each === 'number')
      draft.write(['theme', 'variables', variable], String(each))
    else draft.leave(`${name}.${key}`, draft.why(each))
  }
}

/** AppKit keys the images by chain id; walletkit keys them by CAIP-2 id. */
function chainImages(draft: Draft, value: Value, name: string): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  for (const [id, address] of value)
    draft.set('images', 'networks', id.includes(':') ? id : `eip155:${id}`)(address, `${name}.${id}`)
}

/** AppKit has `{ 'eip155:1': [{ url, config }] }`; walletkit has `{ 'eip155:1': [url] }`. */
function customRpcUrls(draft: Draft, value: Value, name: string): void {
  if (!isDict(value)) return draft.leave(name, draft.why(value))
  for (const [id, list] of value) {
    const urls = (Array.isArray(list) ? list : []).flatMap((each) => {
      const url = isDict(each) ? toJson(each.get('url')) : undefined
      return typeof url === 'string' ? [url] : []
    })
    if (urls.length) draft.write(['customRpcUrls', id], urls)
    else draft.leave(`${name}.${id}`, draft.why(list))
    if (Array.isArray(list) && list.some((each) => isDict(each) && each.get('config') !== undefined))
      draft.leave(`${name}.${id} config`, hints.unknown)
  }
}
