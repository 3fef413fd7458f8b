/**
 * Reads RainbowKit's `getDefaultConfig({…})`, `connectorsForWallets(…)`, `getDefaultWallets(…)` and
 * `<RainbowKitProvider …>` by their public options.
 */
import { addOwnWallet, addWallet, nameOf, listWallet } from './connectors.ts'
import type { Draft, Handler } from './draft.ts'
import type { Reader } from './evaluate/index.ts'
import type { Library } from './library.ts'
import { readDisclaimer } from './links.ts'
import { hints } from './messages.ts'
import type { SourceProject } from './project.ts'
import { findCalls, findElements, type Found, type FoundCall, nearest } from './setup.ts'
import { readRainbowTheme } from './themes.ts'
import { at, Call, Given, isDict, Own, type Value } from './value.ts'
import { findConfiguredChains, findWagmi, readList as readConnectorList, readWagmi } from './wagmi.ts'

const SOURCE = /^@rainbow-me\/rainbowkit/
/** The providers of a sign-in; the second one is of `@rainbow-me/rainbowkit-siwe-next-auth`. */
const SIGN_IN = ['RainbowKitAuthenticationProvider', 'RainbowKitSiweNextAuthProvider']
/** Wallets of RainbowKit that never use a relay. */
const WITHOUT_RELAY = ['injected', 'safe', 'coinbase', 'base', 'baseAccount', 'mock', 'brave', 'porto']
/** The wallets that RainbowKit shows when a site lists none. */
const DEFAULTS = ['safe', 'rainbow', 'base', 'metaMask', 'walletConnect']

export const rainbowkit: Library = {
  call: 'getDefaultConfig({…}), connectorsForWallets(…) or RainbowKitProvider of @rainbow-me/rainbowkit',
  features: { names: true },
  packages: SOURCE,
  find(project, reader) {
    const calls = (given: string) => findCalls(project, reader, { given, source: SOURCE })
    const configs = calls('getDefaultConfig')
    if (configs.length) return configs
    const lists = [...calls('connectorsForWallets'), ...calls('getDefaultWallets')]
    // `connectorsForWallets([…getDefaultWallets()])` has both calls and is one set-up: keep one call for each file.
    const files = new Map(lists.toReversed().map((each) => [each.file, each]))
    return files.size
      ? [...files.values()]
      : findElements(project, reader, { given: 'RainbowKitProvider', source: SOURCE })
  },
  read(setup, project, reader, draft) {
    const files = [setup.file]
    draft.within(`${setup.file}:${setup.line}`, () => readSetup(setup, project, reader, draft, files))
    const provider = nearest(findElements(project, reader, { given: 'RainbowKitProvider', source: SOURCE }), setup.file)
    if (provider) draft.take(provider.attributes, attributesOf(draft), PROVIDER_NOTES)
    const [signIn] = SIGN_IN.flatMap((given) => findElements(project, reader, { given, source: SOURCE }))
    if (signIn) draft.within(`${signIn.file}:${signIn.line}`, () => draft.lose(signIn.name, hints.signIn))
    draft.remote()
    draft.leave('services', hints.services)
    return [...new Set([...files, ...[provider, signIn].flatMap((each) => each?.file ?? [])])]
  },
}

function readSetup(setup: Found, project: SourceProject, reader: Reader, draft: Draft, files: string[]): void {
  const call = 'args' in setup ? (setup as FoundCall) : undefined
  const lists = ['getDefaultWallets', 'connectorsForWallets'].flatMap((given) =>
    findCalls(project, reader, { given, source: SOURCE }).filter(({ file }) => file === setup.file),
  )
  if (call?.name === 'getDefaultConfig') {
    const connectors = at(call.args[0], 'connectors')
    const own: Record<string, Handler> = { connectors: (value, name) => givenConnectors(draft, value, name, lists) }
    draft.take(call.args[0], { ...options(draft), ...(connectors !== undefined && own) }, NOTES)
    if (connectors === undefined && at(call.args[0], 'wallets') === undefined)
      for (const name of DEFAULTS) wallet(draft, name)
    return
  }
  for (const each of lists) readList(draft, each)
  const wagmi = findWagmi(project, reader, setup.file)
  if (wagmi) {
    readWagmi(draft, wagmi, lists.length ? 'skip' : 'read')
    files.push(wagmi.file)
  }
  const chains = draft.config.networks === undefined ? findConfiguredChains(project, reader, setup.file) : undefined
  if (chains) draft.within(`${chains.file}:${chains.line}`, () => draft.networks(chains.args[0], 'configureChains'))
  // RainbowKit 1 takes the networks as an attribute of the provider.
  const provider = nearest(findElements(project, reader, { given: 'RainbowKitProvider', source: SOURCE }), setup.file)
  const listed = at(provider?.attributes, 'chains')
  if (draft.config.networks === undefined && listed !== undefined) draft.networks(listed, 'chains')
}

/** Reads the `connectors` of `getDefaultConfig`, which replace its wallets. `lists`: the calls that may make them. */
function givenConnectors(draft: Draft, value: Value, name: string, lists: readonly FoundCall[]): void {
  if (value instanceof Call && SOURCE.test(value.source)) {
    if (value.name === 'connectorsForWallets') wallets(draft, value.args[0])
    else for (const each of DEFAULTS) wallet(draft, each)
  } else if (!Array.isArray(value)) draft.lose(name, draft.why(value))
  else {
    for (const each of lists) readList(draft, each)
    readConnectorList(draft, value, name, lists.length ? 'skip' : 'read')
  }
}

/** Reads `connectorsForWallets(groups, parameters)`, and `getDefaultWallets`, which takes one object or no argument. */
function readList(draft: Draft, { name, args: [first, second] }: FoundCall): void {
  if (name === 'connectorsForWallets') {
    wallets(draft, first)
    if (second !== undefined) draft.take(second, options(draft), NOTES)
    return
  }
  if (isDict(first)) draft.take(first, { ...options(draft), chains: () => {} }, NOTES)
  for (const each of DEFAULTS) wallet(draft, each)
}

const NOTES: Record<string, string> = {
  ssr: hints.ssr,
  storage: hints.storage,
  batch: hints.batch,
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

/** Reads groups of wallets. Each wallet is a function of RainbowKit, of another package, or of the site itself. */
function wallets(draft: Draft, value: Value): void {
  if (!Array.isArray(value)) return draft.lose('wallets', draft.why(value))
  const groups = value.flatMap((group) => {
    if (group instanceof Call && group.name === 'getDefaultWallets')
      return DEFAULTS.map((name) => new Given(`${name}Wallet`, group.source))
    const list = isDict(group) ? group.get('wallets') : group
    if (Array.isArray(list)) return list
    if (list instanceof Call && list.name === 'getDefaultWallets')
      return DEFAULTS.map((name) => new Given(`${name}Wallet`, list.source))
    return list === undefined ? [] : [list]
  })
  // `() => trustWallet({ projectId })` is the wallet that it calls.
  const all = groups.map((each) => {
    const made = each instanceof Own ? each.call([new Map()]) : each
    return made instanceof Call ? made : each
  })
  // Version 1 gives the project id to each wallet.
  for (const each of all)
    if (each instanceof Call && !draft.config.projectId) draft.projectId(at(each.args[0], 'projectId'), 'projectId')
  const names = all.flatMap((each) =>
    each instanceof Given || each instanceof Call ? [each.name.replace(/Wallet$/, '')] : [],
  )
  // Every other wallet of RainbowKit falls back to a QR code, which needs a relay.
  const isWhole = names.length > 0 && names.length === all.length
  if (isWhole && names.every((name) => WITHOUT_RELAY.includes(name))) draft.noRemote()
  for (const each of all) {
    const name = `wallets: ${nameOf(each)}`
    if (each instanceof Given || each instanceof Call) wallet(draft, each.name.replace(/Wallet$/, ''))
    else if (!(each instanceof Own)) draft.lose(name, draft.why(each))
    else if (addOwnWallet(draft, each)) draft.leave(name, hints.ownWallet)
    else draft.lose(name, hints.wallet)
  }
  if (names.length) draft.leave('wallets', hints.wallets(names))
}

function wallet(draft: Draft, name: string): void {
  if (name === 'injected' || name === 'walletConnect' || name === 'mock') return
  if (name === 'coinbase' || name === 'base' || name === 'baseAccount') {
    addWallet(draft, 'coinbase')
    draft.lose('Coinbase smart wallet', hints.smartWallet)
  } else listWallet(draft, name)
}

const attributesOf = (draft: Draft): Record<string, Handler> => ({
  initialChain: draft.defaultNetwork,
  chains: () => {},
  locale: draft.set('locale'),
  theme: (value, name) => readRainbowTheme(draft, value, name),
  appInfo: (value, name) =>
    draft.take(
      value,
      {
        appName: draft.set('metadata', 'name'),
        disclaimer: (each, place) => readDisclaimer(draft, each, place),
      },
      { learnMoreUrl: hints.unknown },
      `${name}.`,
    ),
  children: () => {},
})
