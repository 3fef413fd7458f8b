/** A plugin's kit for unit tests. Permissions, reviews and errors are as in a page, because the same code runs. */
import { subscribe } from 'valtio/vanilla'
import { close } from '../actions/close.ts'
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
import { allowed, pluginFetch } from '../host/permissions.ts'
import { findReview, REVIEW_VIEW, type ReviewRequest } from '../host/review.ts'
import { setUp } from '../host/setUp.ts'
import { createKit } from '../kit/createKit.ts'
import { lazy } from '../lib/lazy.ts'
import { createStorage } from '../lib/storage.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import type { TestChain } from './options.ts'
import { createTestWallet, type TestWallet } from './wallet.ts'
import { testConnector, type WalletAnswers } from './connector.ts'

export type TestPluginOptions = {
  /** What the site writes under `features`, over the defaults of the manifest. */
  options?: Readonly<Record<string, unknown>>
  /**
   * The networks. Reads ask their nodes, for example those of `walletkit-sandbox`. By default 31337 at a node that does
   * not exist: reads reject then, and what a wallet answers needs no node.
   */
  chains?: readonly TestChain[]
  /** Answers to wallet methods, instead of the test wallet's: `{ eth_sendTransaction: () => hash }`. */
  answers?: WalletAnswers
  /** Answers `kit.fetch`, after the check of the permissions; without it, the request is real. */
  fetch?: (url: URL, init: RequestInit) => Promise<Response>
  /** What the visitor does in reviews. Default `'confirm'`. */
  review?: 'confirm' | 'decline'
  /** Plugins that this one requires. */
  plugins?: readonly AnyPlugin[]
  /** What the plugin's storage holds: what `stored()` of an earlier kit returned, as after a reload. */
  stored?: Readonly<Record<string, string>>
  locale?: string
}

export type TestPluginKit<C = unknown> = {
  /** What the controller gets in a page, with the same permissions. */
  readonly kit: PluginKit
  /** Creates the controller once, as a page does. Rejects with an error that names the plugin. */
  controller: () => Promise<C>
  /** Whether the controller runs, for example because of an event in `activate`. */
  isStarted: () => boolean
  /** The wallet behind the kit; connect it with `connect`. */
  readonly wallet: TestWallet
  /** Resolves with the account's address. */
  connect: () => Promise<string>
  disconnect: () => Promise<void>
  /** `open` and `close` open and close the modal, which renders nothing in a test. */
  open: () => void
  close: () => void
  /** Reports a transaction of the active account, which the site or another plugin has sent. */
  sent: (transaction?: Partial<KitEvents['transaction']>) => void
  /** What a site changes with `updateFeatures`; `false` switches the plugin off. */
  setOptions: (options: object | boolean) => void
  /** What the visitor was asked to review, oldest first. */
  readonly reviews: readonly ReviewRequest[]
  /** The errors that were reported, with their text. */
  readonly reported: readonly { code: string; message: string }[]
  /** The events that the plugin tracked. */
  readonly tracked: readonly { event: string; properties: unknown }[]
  /** The plugin's values in local storage, by its own keys. */
  stored: () => Record<string, string>
  /** Destroys the kit, and with it the plugin's controller, as leaving a page does. */
  end: () => void
}

const PREFIX = '@appkit/'
const DEFAULT_CHAIN: TestChain = { id: 31337, rpcUrl: 'http://127.0.0.1:9' }

/**
 * Creates a kit for a plugin's unit tests: a third-party plugin with what its manifest asks for. Permissions, reviews,
 * events, options and the controller's life are those of a page; only the screens are missing. The wallet is a test
 * wallet. Call `end` when the test is over.
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
  const own = asGuest(manifest, options.options)
  const values = storageWith(own.permissions?.storage ?? [], options.stored)
  const kit = createKit(
    {
      config: {
        projectId: 'test',
        locale,
        networks: chains.map(networkOf),
        features: { [own.feature]: { ...options.options } },
      },
      chains: [eip155],
      plugins: [own, ...plugins.map((each) => asGuest(each))],
    },
    { storage: createStorage(values.backing) },
  )
  const wallet = createTestWallet({ chains })
  const records = record(kit)
  const reviews = answerReviews(kit, review === 'confirm')
  const activation = () => {
    const found = activations(kit).get(own.id)
    if (!found) throw new Error(records.reported.at(-1)?.message ?? `The manifest of ${own.id} cannot be used`)
    return found
  }
  if (options.fetch) answerFetch(kit, own, activation(), options.fetch)
  if (own.activate?.length) startOnEvents(kit)
  const address = () => activeAccount(kit)?.address ?? ''
  return {
    get kit() {
      return activation().kit
    },
    controller: () => activation().controller() as Promise<C>,
    isStarted: () => activation().isReady(),
    wallet,
    connect: async () => {
      await connect(kit, testConnector(wallet, answers))
      return address()
    },
    disconnect: () => disconnect(kit),
    open: () => open(kit),
    close: () => close(kit),
    sent: (transaction) => {
      const caipNetworkId = activeNetworkOf(kit)?.caipNetworkId ?? ''
      const hash = `0x${'0'.repeat(64)}`
      kit.events.emit('transaction', { hash, caipNetworkId, from: address(), to: address(), ...transaction })
    },
    setOptions: (changed) => void (kit.state.options.features[own.feature] = changed as never),
    reviews,
    ...records,
    stored: values.own,
    end: () => {
      for (const stop of kit.teardown.splice(0).reverse()) stop()
    },
  }
}

/** A third-party plugin, as the build passes it on: with the hosts that its options name. */
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

/** A storage in memory. `own` returns the values under the plugin's `keys`, without those of the kit's session. */
function storageWith(keys: readonly string[], stored: Readonly<Record<string, string>> = {}) {
  const held = new Map(Object.entries(stored).map(([key, value]) => [PREFIX + key, value]))
  const own = () =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = held.get(PREFIX + key)
        return value === undefined ? [] : [[key, value] as const]
      }),
    )
  const backing = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  return { own, backing }
}

function record(kit: Kit) {
  const reported: { code: string; message: string }[] = []
  const tracked: { event: string; properties: unknown }[] = []
  kit.events.on('error', ({ code, message }) => void reported.push({ code, message }))
  kit.events.on('track', ({ event, properties, plugin }) => void (plugin && tracked.push({ event, properties })))
  return { reported, tracked }
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

/** Lets a test answer what the plugin fetches, after the check of its permissions. */
function answerFetch(
  kit: Kit,
  own: AnyPlugin,
  activation: { kit: PluginKit; controller: () => Promise<unknown>; isReady: () => boolean },
  send: NonNullable<TestPluginOptions['fetch']>,
) {
  const { signal } = activation.kit
  const pluginKit = Object.freeze({ ...activation.kit, fetch: pluginFetch(allowed(own), signal, send) })
  let ready = false
  Object.assign(activation, {
    kit: pluginKit,
    isReady: () => ready,
    controller: lazy(async () => {
      const made = await setUp(kit, own, pluginKit)
      ready = true
      return made
    }),
  })
}
