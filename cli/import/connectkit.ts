/** Reads ConnectKit's `getDefaultConfig({…})` and `<ConnectKitProvider …>` by their public options. */
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findCalls, findElements } from './setup.ts'
import { Call } from './value.ts'

const SOURCE = /^connectkit/

export const connectkit: Library = {
  call: 'getDefaultConfig({…}) of connectkit',
  features: { names: true },
  read(project, reader, draft) {
    const [config] = findCalls(project, reader, { given: 'getDefaultConfig', source: SOURCE })
    if (!config) return undefined
    draft.take(config.args[0], options(draft), NOTES)
    const [provider] = findElements(project, reader, { given: 'ConnectKitProvider', source: SOURCE })
    if (provider) draft.take(provider.attributes, attributesOf(draft), PROVIDER_NOTES)
    const [signIn] = findElements(project, reader, { given: 'SIWEProvider', source: SOURCE })
    if (signIn) draft.leave('SIWEProvider', hints.signIn)
    draft.remote()
    draft.leave('services', hints.services)
    return [...new Set([config, provider, signIn].flatMap((each) => each?.file ?? []))]
  },
}

const NOTES: Record<string, string> = {
  ssr: 'Not needed: walletkit is safe to import on a server.',
  storage: 'walletkit keeps its own records; see STORAGE_KEYS.',
  batch: 'walletkit batches reads by itself.',
  enableFamily: hints.unknown,
}

const options = (draft: Draft): Record<string, Handler> => ({
  walletConnectProjectId: draft.projectId,
  appName: draft.set('metadata', 'name'),
  appDescription: draft.set('metadata', 'description'),
  appUrl: draft.set('metadata', 'url'),
  appIcon: draft.icon,
  chains: draft.networks,
  transports: draft.transports,
  connectors: (value, name) => {
    // The site's own list replaces ConnectKit's default connectors, which include WalletConnect.
    const listed = Array.isArray(value) && value.every((each) => each instanceof Call) ? value : undefined
    if (listed && !listed.some((each) => each.name === 'walletConnect')) draft.noRemote()
    draft.leave(name, 'Announced and injected wallets are found by themselves.')
  },
})

const PROVIDER_NOTES: Record<string, string> = {
  customTheme: hints.themeVariable,
  onConnect: hints.callback,
  onDisconnect: hints.callback,
}

const OPTION_NOTES: Record<string, string> = {
  disclaimer: 'termsConditionsUrl and privacyPolicyUrl are shown under the ways to connect.',
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
  debugMode: draft.set('debug'),
  options: (value, name) =>
    draft.take(
      value,
      {
        initialChainId: (id, at) => {
          // In ConnectKit, 0 means no initial chain.
          if (id !== 0) draft.defaultNetwork(id, at)
        },
        language: draft.set('locale'),
        enforceSupportedChains: (enforced, at) => {
          if (typeof enforced === 'boolean') draft.write(['allowUnsupportedChain'], !enforced)
          else draft.leave(at, draft.why(enforced))
        },
        hideNoWalletCTA: (hidden, at) => {
          if (typeof hidden === 'boolean') draft.write(['enableWalletGuide'], !hidden)
          else draft.leave(at, draft.why(hidden))
        },
      },
      OPTION_NOTES,
      `${name}.`,
    ),
  children: () => {},
})
