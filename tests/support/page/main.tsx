/**
 * The page of the flow tests: a production build of the source that contains every plugin. Each test provides a config,
 * which decides which plugins are on.
 */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  chooseLanguage,
  type Config,
  createWalletKit,
  defineChain,
  externalConnector,
  type Generated,
  type KitOverrides,
  type Messages,
  VIEWS,
  type WalletKit,
} from 'walletkit'
import type { Devtools } from 'walletkit/devtools'
import { defineElements } from 'walletkit/elements'
import {
  ConnectButton,
  NetworkButton,
  useAccount,
  useConnections,
  useKitState,
  useProvider,
  useSwitchAccount,
  WalletKitProvider,
} from 'walletkit/react'
import type { ActivationEvent } from 'walletkit/plugin'
import bip122 from 'walletkit/chains/bip122'
import eip155 from 'walletkit/chains/eip155'
import polkadot from 'walletkit/chains/polkadot'
import solana from 'walletkit/chains/solana'
import harbor from '../../examples/harbor/index.ts'
import { available, withHosts } from './plugins.ts'
import probe from './probe.tsx'
import { type Sabotage, sabotage } from './sabotage.ts'

/** What a test sets as `window.setup` before the page's own code runs. */
export type Setup = {
  config: Config
  chains?: 'none'
  react?: boolean
  /** With WalletConnect, over the sandbox's relay. */
  remote?: boolean
  /** With analytics, sent to the sandbox. */
  analytics?: boolean
  /** With sign-in, configured by `config.siwx` or {@link overrides}. */
  siwx?: boolean
  /** With the embedded wallet, over the sandbox's login service. */
  login?: boolean
  mount?: boolean
  /** With the tests' own plugin, as an official plugin or as a third-party one. */
  probe?: boolean | 'guest'
  /** The events that start the tests' own plugin (`probe`). */
  activate?: readonly ActivationEvent[]
  /** The texts of each language. Those of buttons are in the page, all others load later. */
  languages?: Readonly<Record<string, Messages>>
  /** The style sheet of a preset, as the build prints it. */
  look?: string
  /** A plugin that fails at one point. */
  broken?: { plugin: string; point: Sabotage }
}

declare global {
  var setup: Setup
  var kit: WalletKit
  /** The overrides that a test's own script passes to the kit. */
  var overrides: KitOverrides | undefined
  /** The status right after the kit was created. */
  var began: string
  var events: { event: string; properties?: unknown }[]
  /** Every reported error; `cause` is the message of the original error. */
  var errors: { code: string; message: string; cause?: string }[]
  var walletkit: {
    createWalletKit: typeof createWalletKit
    views: typeof VIEWS
    defineChain: typeof defineChain
    externalConnector: typeof externalConnector
    /** Starts the developer's panel. A site does this in development only. */
    startDevtools: () => Promise<Devtools>
    generated: Generated
  }
}

const {
  chains,
  react,
  remote,
  analytics,
  siwx,
  login,
  mount,
  probe: probed,
  activate,
  broken,
  languages,
  look,
} = globalThis.setup
const language = languages && chooseLanguage(loaders(languages), globalThis.setup.config.locale)
const config = { ...globalThis.setup.config, ...(language && { locale: language.locale }) }
const held = available
  .map((plugin) => (plugin.id === broken?.plugin ? sabotage(plugin, broken.point) : plugin))
  .map((plugin) => withHosts(plugin, config.features))
// Remove the plugin's slots: an item that is shown in one would start the plugin too.
const own = activate ? { ...probe, activate, slots: {} } : probe
const mine = probed === 'guest' ? { ...own, guest: true as const } : own
const served = [eip155, solana, polkadot, bip122, harbor].filter(({ namespace }) =>
  config.networks?.some(({ chainNamespace }) => chainNamespace === namespace),
)
const verifiers = {
  eip155: () => import('walletkit/siwx/eip155'),
  solana: () => import('walletkit/siwx/solana'),
  polkadot: () => import('walletkit/siwx/polkadot'),
  bip122: () => import('walletkit/siwx/bip122'),
}
const generated: Generated = {
  config,
  ...(language && { language }),
  chains: chains === 'none' ? [] : served,
  // `icons` and `look` are properties of the list of plugins, as in the code that `walletkit build` generates.
  plugins: Object.assign(probed ? [...held, mine] : [...held], {
    icons: () => import('virtual:icons'),
    ...(look !== undefined && { look }),
  }),
  parts: {
    ...(remote && { remote: () => import('walletkit/walletconnect') }),
    ...(login && { auth: () => import('walletkit/auth') }),
    ...(siwx && { siwx: () => import('walletkit/siwx'), verifiers }),
    ...(analytics && { analytics: () => import('walletkit/analytics') }),
  },
}

const startDevtools = () => import('walletkit/devtools').then((devtools) => devtools.startDevtools(kit))
globalThis.walletkit = { createWalletKit, views: VIEWS, defineChain, externalConnector, startDevtools, generated }
globalThis.kit = createWalletKit(generated, globalThis.overrides)
globalThis.began = kit.getAccount().status
globalThis.events = []
globalThis.errors = []
kit.subscribeEvents((event) => void events.push(event))
kit.onError(({ code, message, cause }) => void errors.push({ code, message, cause: textOf(cause) }))
defineElements()

if (mount) void kit.mount(document.querySelector('#place') as Element)
if (react) {
  createRoot(document.querySelector('#react') as Element).render(
    <WalletKitProvider kit={kit}>
      <ConnectButton label="Connect by React" />
      <NetworkButton />
      <Hooks />
    </WalletKitProvider>,
  )
}

/**
 * Languages in the form that `walletkit build` generates: the texts of buttons, and a function that loads all texts.
 */
function loaders(texts: Readonly<Record<string, Messages>>) {
  const entries = Object.entries(texts).map(([tag, all]) => {
    const words = Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith('button.')))
    return [tag, tag === 'en' ? {} : { words, load: async () => ({ default: all }), unread: true }] as const
  })
  return Object.fromEntries(entries)
}

/** A component of the app, which shows what the hooks return. */
function Hooks() {
  const { caipAddress } = useAccount()
  const { open, activeChain, selectedNetworkId } = useKitState()
  const { walletProviderType, walletProvider } = useProvider('solana')
  const { connections, switchConnection } = useConnections()
  const { accounts, switchAccount } = useSwitchAccount()
  const solana = { type: walletProviderType, isProvider: walletProvider !== undefined }
  const names = connections.map(({ name }) => name)
  const use = () => void (connections[1] && switchConnection({ connection: connections[1] }))
  const useOther = () => void (accounts[1] && switchAccount(accounts[1]))
  return (
    <>
      <output id="hooks">{JSON.stringify({ caipAddress, open, activeChain, selectedNetworkId, solana })}</output>
      <output id="wallets">{JSON.stringify({ caipAddress, names, accounts: accounts.length })}</output>
      <button onClick={use}>Next wallet</button>
      <button onClick={useOther}>Next account</button>
      <OneNamespace />
    </>
  )
}

/** A part of the app that shows one namespace, which the visitor chooses. */
function OneNamespace() {
  const [namespace, choose] = useState<'eip155' | 'solana'>('solana')
  const { status } = useAccount({ namespace })
  const { walletProviderType } = useProvider(namespace)
  return (
    <>
      <output id="namespace">{JSON.stringify({ namespace, status, walletProviderType })}</output>
      <button onClick={() => choose(namespace === 'solana' ? 'eip155' : 'solana')}>Other namespace</button>
    </>
  )
}

function textOf(cause: unknown) {
  return cause instanceof Error ? cause.message : String(cause)
}
