/** A plugin's kit for unit tests. Permissions, reviews and errors are as in a page, because the same code runs. */
import { subscribe } from 'valtio/vanilla'
import { close } from '../actions/close.ts'
import { complete } from '../actions/complete.ts'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { open } from '../actions/open.ts'
import eip155 from '../chains/eip155/index.ts'
import type { AnyPlugin, Plugin } from '../contracts/definePlugin.ts'
import type { KitEvents } from '../contracts/events.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { startOnEvents } from '../host/activate.ts'
import { activations } from '../host/load.ts'
import { findReview, REVIEW_VIEW, type ReviewRequest } from '../host/review.ts'
import { createKit } from '../kit/createKit.ts'
import { createStorage } from '../lib/storage.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import type { TestChain } from './options.ts'
import { createRecorder, type Recorder, type TestFetch, type TestRecords, watchPlugins } from './pluginRecords.ts'
import { createTestWallet, type TestWallet } from './wallet.ts'
import { testConnector, type WalletAnswers } from './connector.ts'

export type TestPluginOptions = {
  /** The plugin's options, as a site writes them under `features`. They override the defaults of the manifest. */
  options?: Readonly<Record<string, unknown>>
  /**
   * The networks. Reads ask the nodes of these networks, for example those of `walletkit-sandbox`. Default: chain 31337
   * at a node that does not exist. Reads and sending then reject; signatures, and methods of `answers`, need no node.
   */
  chains?: readonly TestChain[]
  /** Answers to wallet methods, instead of the test wallet's: `{ eth_sendTransaction: () => hash }`. */
  answers?: WalletAnswers
  /**
   * Answers the plugin's `kit.fetch`, after the check of the permissions. Without this option, the request is really
   * sent.
   */
  fetch?: TestFetch
  /** What the visitor does in reviews. Default `'confirm'`. */
  review?: 'confirm' | 'decline'
  /**
   * The plugins that this plugin requires. Each is a manifest, or a manifest with options, answers and storage of its
   * own.
   */
  plugins?: readonly (AnyPlugin | TestRequired)[]
  /**
   * What the plugin's storage contains at the start, such as the result of `stored()` of an earlier kit, to test a
   * reload.
   */
  stored?: Readonly<Record<string, string>>
  locale?: string
}

/** A plugin that the tested one requires, with options, answers to `kit.fetch`, and storage of its own. */
export type TestRequired = { plugin: AnyPlugin } & Pick<TestPluginOptions, 'options' | 'fetch' | 'stored'>

/** One plugin of a test. `reported` and `tracked` have only what this plugin reported and tracked. */
export type TestPlugin<C = unknown> = TestRecords & {
  /** The kit that the plugin's controller and views get, with the same permissions as in a page. */
  readonly kit: PluginKit
  /**
   * Creates the controller with the first call, as a page does, and resolves with it. Rejects with an error that names
   * the plugin.
   */
  controller: () => Promise<C>
  /** Whether the controller runs, for example because of an event in `activate`. */
  isStarted: () => boolean
  /** Sets the plugin's options, as a site does with `updateFeatures`; `false` switches the plugin off. */
  setOptions: (options: object | boolean) => void
  /** The plugin's values in local storage, by its own keys. */
  stored: () => Record<string, string>
}

export type TestPluginKit<C = unknown> = TestPlugin<C> & {
  /** The wallet that `connect` connects to the kit. */
  readonly wallet: TestWallet
  /** Resolves with the account's address. */
  connect: () => Promise<string>
  disconnect: () => Promise<void>
  /** `open` and `close` open and close the modal, which renders nothing in a test. */
  open: () => void
  close: () => void
  /** Emits the event `transaction`, as if the site or another plugin had sent one from the active account. */
  sent: (transaction?: Partial<KitEvents['transaction']>) => void
  /** What the visitor was asked to review, oldest first. */
  readonly reviews: readonly ReviewRequest[]
  /** A required plugin (option `plugins`), by its id. Throws for any other id. */
  required: (id: string) => TestPlugin
  /** The errors and tracking events of walletkit itself. */
  readonly core: TestRecords
  /** Destroys the kit, and with it the plugin's controller, as leaving a page does. */
  end: () => void
}

const PREFIX = '@appkit/plugin.'
const DEFAULT_CHAIN: TestChain = { id: 31337, rpcUrl: 'http://127.0.0.1:9' }

/**
 * Creates a kit for a plugin's unit tests. The plugin is a third-party plugin with all permissions that its manifest
 * asks for. Permissions, reviews, events, options and the controller's lifetime work as in a page; only the screens are
 * missing. The wallet is a test wallet. Call `end` when the test is over.
 *
 * @example
 * ```ts
 * import { definePlugin } from 'walletkit/plugin'
 * import { createTestPluginKit } from 'walletkit/test'
 *
 * const plugin = definePlugin({ id: 'tip-jar', feature: 'tipJar', engine: '^0.1' })
 * const test = createTestPluginKit(plugin, { answers: { eth_sendTransaction: () => `0x${'ab'.repeat(32)}` } })
 * await test.connect()
 * test.end()
 * ```
 */
export function createTestPluginKit<Api, C, V extends string, Options>(
  manifest: Plugin<string, Api, C, V, Options>,
  options: TestPluginOptions = {},
): TestPluginKit<C> {
  const { chains = [DEFAULT_CHAIN], answers = {}, review = 'confirm', plugins = [], locale = 'en' } = options
  const all: TestRequired[] = [{ ...options, plugin: manifest }, ...plugins.map(asRequired)]
  const guests = all.map((each) => asGuest(each.plugin, each.options))
  const storage = storageWith(all.map(({ stored }) => stored))
  const kit = createKit(
    {
      config: {
        projectId: 'test',
        locale,
        networks: chains.map(networkOf),
        features: Object.fromEntries(all.map((each) => [each.plugin.feature, { ...each.options }])),
      },
      chains: [eip155],
      plugins: guests,
    },
    { storage: createStorage(storage.backing) },
  )
  complete(kit, guests)
  const wallet = createTestWallet({ chains })
  const recorder = createRecorder(kit)
  const reviews = answerReviews(kit, review === 'confirm')
  watchPlugins(kit, recorder, new Map(all.flatMap(({ plugin, fetch }) => (fetch ? [[plugin.id, fetch]] : []))))
  if (guests.some(({ activate }) => activate?.length)) startOnEvents(kit)
  const address = () => activeAccount(kit)?.address ?? ''
  const parts = new Map(all.map(({ plugin }) => [plugin.id, pluginOf(kit, plugin, recorder, storage.valuesOf)]))
  const own = pluginOf<C>(kit, manifest, recorder, storage.valuesOf)
  return Object.assign(own, {
    wallet,
    connect: async () => {
      await connect(kit, testConnector(wallet, answers))
      return address()
    },
    disconnect: () => disconnect(kit),
    open: () => open(kit),
    close: () => close(kit),
    sent: (transaction?: Partial<KitEvents['transaction']>) => {
      const caipNetworkId = activeNetworkOf(kit)?.caipNetworkId ?? ''
      const hash = `0x${'0'.repeat(64)}`
      kit.events.emit('transaction', { hash, caipNetworkId, from: address(), to: address(), ...transaction })
    },
    reviews,
    core: recorder.of(undefined),
    required: (id: string) => {
      const found = id === manifest.id ? undefined : parts.get(id)
      if (!found) throw new Error(`There is no plugin ${id} in plugins: ${[...parts.keys()].slice(1).join(', ')}`)
      return found
    },
    end: () => {
      for (const stop of kit.teardown.splice(0).reverse()) stop()
    },
  })
}

const asRequired = (given: AnyPlugin | TestRequired): TestRequired => ('plugin' in given ? given : { plugin: given })

/** What a test sees of one plugin. */
function pluginOf<C>(
  kit: Kit,
  { id, feature, permissions }: AnyPlugin,
  recorder: Recorder,
  valuesOf: (keys: readonly string[]) => Record<string, string>,
): TestPlugin<C> {
  const activation = () => {
    const found = activations(kit).get(id)
    if (!found) throw new Error(recorder.of(id).reported.at(-1)?.message ?? `The manifest of ${id} cannot be used`)
    return found
  }
  return {
    get kit() {
      return activation().kit
    },
    controller: () => activation().controller() as Promise<C>,
    isStarted: () => activation().isReady(),
    setOptions: (changed) => void (kit.state.options.features[feature] = changed as never),
    stored: () => valuesOf(permissions?.storage ?? []),
    ...recorder.of(id),
  }
}

/** Returns the manifest as the build passes on a third-party plugin's: with the hosts that its options name. */
function asGuest(manifest: AnyPlugin, options: object = {}): AnyPlugin {
  const { permissions } = manifest
  const values: Readonly<Record<string, unknown>> = { ...options }
  const hosts = permissions?.hosts?.flatMap((host) => {
    if (typeof host === 'string') return host
    const value = values[host.option]
    return typeof value === 'string' && URL.canParse(value) ? new URL(value).origin : []
  })
  return { ...manifest, guest: true, ...(permissions && { permissions: { ...permissions, ...(hosts && { hosts }) } }) }
}

const networkOf = ({ id, rpcUrl }: TestChain): CaipNetwork => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

/** A storage in memory. `valuesOf` returns the values under a plugin's keys, without those of the kit's session. */
function storageWith(stored: readonly (Readonly<Record<string, string>> | undefined)[]) {
  const entries = stored.flatMap((each) => Object.entries(each ?? {}))
  const values = new Map(entries.map(([key, value]) => [PREFIX + key, value]))
  const valuesOf = (keys: readonly string[]) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = values.get(PREFIX + key)
        return value === undefined ? [] : [[key, value] as const]
      }),
    )
  const backing = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  return { valuesOf, backing }
}

/** Answers each review as it opens, and lists them. */
function answerReviews(kit: Kit, confirm: boolean): readonly ReviewRequest[] {
  const { router } = kit.state
  const reviews: ReviewRequest[] = []
  const answered = new Set<number>()
  const look = () => {
    const { review: id } = (router.params ?? {}) as { review?: number }
    const shown = router.view === REVIEW_VIEW && id !== undefined && !answered.has(id) ? findReview(kit, id) : undefined
    if (!shown) return
    answered.add(shown.id)
    reviews.push(shown.request)
    shown.settle(confirm)
  }
  kit.teardown.push(subscribe(router, look))
  return reviews
}
