/** Reads Web3-Onboard's `init({…})` (or `Onboard({…})`) and its wallet modules, by their public options. */
import { readConnectors, readWalletConnect } from './connectors.ts'
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findCalls, type FoundCall } from './setup.ts'
import { readVariables, WEB3_ONBOARD } from './themes.ts'
import { at, Call, isDict, type Value } from './value.ts'

const SOURCE = /^@web3-onboard\//
const CORE = /^@web3-onboard\/(?:core|react|vue|solid)$/

export const web3Onboard: Library = {
  call: 'init({…}) of @web3-onboard',
  features: { names: true },
  packages: SOURCE,
  find: (project, reader) =>
    ['init', 'default', 'Onboard'].flatMap((given) => findCalls(project, reader, { given, source: CORE })),
  read(setup, project, reader, draft) {
    const { args } = setup as FoundCall
    draft.within(`${setup.file}:${setup.line}`, () => {
      draft.take(args[0], options(draft), NOTES)
      draft.remote()
      draft.leave('services', hints.services)
    })
    return [setup.file]
  },
}

const NOTES: Record<string, string> = {
  accountCenter: 'Place <walletkit-button> or the ConnectButton where the account should show.',
  notify: 'walletkit shows a notice for each transaction of its own screens.',
  i18n: 'Texts by key: "messages", or "languages" for whole translations.',
  apiKey: 'Not needed.',
  gas: hints.unknown,
  transactionPreview: 'Reviews show what the network expects a transaction to do.',
  containerElements: 'kit.mount(element), with "disableAppend".',
  disableFontDownload: 'No font is fetched from elsewhere.',
  unstoppableResolution: hints.unknown,
  wagmi: 'walletkit/wagmi has a connector.',
}

const options = (draft: Draft): Record<string, Handler> => ({
  wallets: (value, name) => wallets(draft, value, name),
  chains: draft.networks,
  appMetadata: (value, name) => readAppMetadata(draft, value, name),
  theme: (value, name) => {
    if (isDict(value)) return readVariables(draft, value, name, WEB3_ONBOARD)
    if (value !== 'default') draft.set('theme', 'mode')(value, name)
  },
  connect: (value, name) =>
    draft.take(
      value,
      {
        autoConnectLastWallet: draft.set('enableReconnect'),
        autoConnectAllPreviousWallet: draft.set('enableReconnect'),
        showSidebar: () => {},
      },
      {},
      `${name}.`,
    ),
})

/**
 * Reads the list of wallet modules. Each is a call, such as `injectedModule()` or `walletConnectModule({ projectId })`.
 */
function wallets(draft: Draft, value: Value, name: string): void {
  const list = Array.isArray(value) ? value : [value]
  const known = list.map((each) => (each instanceof Call ? moduleOf(each) : each))
  const { remote, complete } = readConnectors(draft, known, name)
  for (const each of known)
    if (each instanceof Call && each.name === 'walletConnect') readWalletConnect(draft, each.args[0])
  if (!remote && complete) draft.noRemote()
}

/** Names a module's call after its package, because the module is a default export: `@web3-onboard/walletconnect`. */
function moduleOf(call: Call): Call {
  const name = call.source.replace(/^@web3-onboard\//, '').replace(/-wallets?$|-sdk$/g, '')
  const own =
    name === 'walletconnect'
      ? 'walletConnect'
      : name === 'injected'
        ? 'injected'
        : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new Call(own, call.source, call.args)
}

function readAppMetadata(draft: Draft, value: Value, name: string): void {
  const agreement = at(value, 'agreement')
  for (const [key, path] of [
    ['termsUrl', 'termsConditionsUrl'],
    ['privacyUrl', 'privacyPolicyUrl'],
  ] as const) {
    const url = at(agreement, key)
    if (url !== undefined) draft.set(path)(url, `${name}.agreement.${key}`)
  }
  draft.take(
    value,
    {
      name: draft.set('metadata', 'name'),
      description: draft.set('metadata', 'description'),
      icon: (icon, place) => {
        // Take over only an address: an icon may also be the text of an SVG, which a wallet cannot fetch.
        if (typeof icon === 'string' && /^(?:https?:|\/|data:)/.test(icon)) draft.icon(icon, place)
        else draft.leave(place, 'Write the address of an image into metadata.icons.')
      },
      agreement: () => draft.write(['features', 'legalCheckbox'], true),
    },
    {
      logo: hints.unknown,
      recommendedInjectedWallets: 'Name them in wallets.custom, or in wallets.featured with a wallet list.',
      gettingStartedGuide: hints.unknown,
      explore: hints.unknown,
    },
    `${name}.`,
  )
}
