/**
 * Reads RainbowKit's `getDefaultConfig({…})`, `connectorsForWallets(…)` and `<RainbowKitProvider …>` by their public
 * options.
 */
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findCalls, findElements, type FoundCall } from './setup.ts'
import { Call, entryOf, Given, isDict, type Value } from './value.ts'

const SOURCE = /^@rainbow-me\/rainbowkit/
/** Wallets of the library that never use a relay. */
const WITHOUT_RELAY = ['injected', 'safe', 'coinbase', 'base', 'mock']
const RADII: Record<string, string> = { none: '0px', small: '2px', medium: '3px', large: '4px' }

export const rainbowkit: Library = {
  call: 'getDefaultConfig({…}) or connectorsForWallets(…) of @rainbow-me/rainbowkit',
  features: { names: true },
  read(project, reader, draft) {
    const calls = (given: string) => findCalls(project, reader, { given, source: SOURCE })
    const [config] = calls('getDefaultConfig')
    const [connectors] = calls('connectorsForWallets')
    if (!config && !connectors) return undefined
    if (config) draft.take(config.args[0], options(draft), NOTES)
    if (connectors) readConnectors(draft, connectors)
    const wagmi = findCalls(project, reader, { given: 'createConfig', source: /^wagmi$|^@wagmi\/core$/ })
    if (!config) {
      const [inner] = wagmi.flatMap(({ args }) => (isDict(args[0]) ? [args[0]] : []))
      if (inner) {
        draft.networks(inner.get('chains'), 'chains')
        if (inner.get('transports') !== undefined) draft.transports(inner.get('transports'), 'transports')
      }
    }
    const providers = findElements(project, reader, { given: 'RainbowKitProvider', source: SOURCE })
    for (const { attributes } of providers.slice(0, 1)) draft.take(attributes, attributesOf(draft), PROVIDER_NOTES)
    const [signIn] = findElements(project, reader, { given: 'RainbowKitAuthenticationProvider', source: SOURCE })
    if (signIn) draft.leave('RainbowKitAuthenticationProvider', hints.signIn)
    draft.remote()
    draft.leave('services', hints.services)
    const files = [config, connectors, ...providers.slice(0, 1), signIn].flatMap((each) => each?.file ?? [])
    return [...new Set(files)]
  },
}

const NOTES: Record<string, string> = {
  ssr: 'Not needed: walletkit is safe to import on a server.',
  storage: 'walletkit keeps its own records; see STORAGE_KEYS.',
  batch: 'walletkit batches reads by itself.',
  pollingInterval: hints.unknown,
  walletConnectParameters: 'Their methods and events go into walletConnect { methods, events }.',
}

const PROVIDER_NOTES: Record<string, string> = {
  avatar: 'The avatar comes from the names feature, or is drawn from the address.',
  coolMode: hints.unknown,
  id: hints.unknown,
  modalSize: 'The modal has one size; --wk-font-size-master scales it.',
  showRecentTransactions: 'Write "history": true into features.',
}

const options = (draft: Draft): Record<string, Handler> => ({
  projectId: draft.projectId,
  appName: draft.set('metadata', 'name'),
  appDescription: draft.set('metadata', 'description'),
  appUrl: draft.set('metadata', 'url'),
  appIcon: draft.icon,
  chains: draft.networks,
  transports: draft.transports,
  wallets: (value) => wallets(draft, value),
  multiInjectedProviderDiscovery: draft.set('enableEIP6963'),
})

function readConnectors(draft: Draft, { args }: FoundCall): void {
  wallets(draft, args[0])
  if (args[1] !== undefined) draft.take(args[1], options(draft), NOTES)
}

/** RainbowKit's wallets are functions, and the source does not contain their ids. */
function wallets(draft: Draft, value: Value): void {
  const groups = Array.isArray(value) ? value : []
  const names = groups.flatMap((group) => {
    const list = isDict(group) ? group.get('wallets') : undefined
    return (Array.isArray(list) ? list : []).flatMap((each) =>
      each instanceof Given || each instanceof Call ? [each.name.replace(/Wallet$/, '')] : [],
    )
  })
  // Every other wallet of that library falls back to a QR code, which needs a relay.
  if (names.length && names.every((name) => WITHOUT_RELAY.includes(name))) draft.noRemote()
  draft.leave('wallets', names.length ? hints.wallets(names) : draft.why(value))
}

const attributesOf = (draft: Draft): Record<string, Handler> => ({
  initialChain: draft.defaultNetwork,
  locale: draft.set('locale'),
  theme: (value, name) => theme(draft, value, name),
  appInfo: (value, name) =>
    draft.take(
      value,
      { appName: draft.set('metadata', 'name') },
      {
        learnMoreUrl: hints.unknown,
        disclaimer: 'termsConditionsUrl and privacyPolicyUrl are shown under the ways to connect.',
      },
      `${name}.`,
    ),
  children: () => {},
})

const MODES: Record<string, string> = { lightTheme: 'light', darkTheme: 'dark', midnightTheme: 'dark' }

/** `darkTheme({…})` and similar calls, or one call for each mode. */
function theme(draft: Draft, value: Value, name: string): void {
  if (isDict(value) && value.has('lightMode') && value.has('darkMode')) {
    draft.write(['theme', 'mode'], 'system')
    for (const mode of ['lightMode', 'darkMode']) {
      const each = value.get(mode)
      if (each instanceof Call && each.args.length)
        draft.leave(`${name}.${mode}`, 'theme.variables count in both modes; set those that may.')
    }
    return
  }
  const mode = value instanceof Call && SOURCE.test(value.source) ? entryOf(MODES, value.name) : undefined
  if (!(value instanceof Call) || mode === undefined) return draft.leave(name, hints.themeName('of your own'))
  draft.write(['theme', 'mode'], mode)
  if (value.args[0] !== undefined)
    draft.take(
      value.args[0],
      {
        accentColor: draft.set('theme', 'variables', '--wk-accent'),
        accentColorForeground: draft.set('theme', 'variables', '--wk-on-accent'),
        borderRadius: (radius, at) => {
          const length = typeof radius === 'string' ? entryOf(RADII, radius) : undefined
          if (length === undefined) draft.leave(at, draft.why(radius))
          else draft.write(['theme', 'variables', '--wk-border-radius-master'], length)
        },
      },
      { fontStack: 'Set --wk-font-family.', overlayBlur: hints.unknown },
      `${name}.`,
    )
}
