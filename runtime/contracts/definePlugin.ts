/**
 * The type of a plugin's manifest: data, and functions that import a file. Node can import a manifest, so the CLI reads
 * the same file as the page.
 */
import type { ComponentType } from 'react'
import type { BlockchainApi } from '../http/blockchainApi.ts'
import type { PluginEvents } from './pluginEvents.ts'
import type { PluginKit } from './pluginKit.ts'
import type { Slots } from './slots.ts'
import type { CoreViewParams, TrackingEvents, ViewParams } from '../plugin.ts'

export type Load<T> = () => Promise<{ default: T }>

/**
 * The props of a plugin's view. `kit` returns copies and checks permissions; a plugin never gets the inner kit itself.
 */
export type ViewProps<C = undefined, P = undefined> = { kit: PluginKit; controller: C; params: P }

/** The text of a message key in the page's language; replaces `{name}` with `values.name`. */
export type Text = (key: string, english: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * A view of the modal. `back: false` hides the back arrow. `title` is the English title, which the message key
 * `title.<View>` translates. Pass a function if the parameters decide; it translates its own words with `text`.
 */
export type View<C = undefined, P = unknown> = {
  readonly title: string | ((params: P, text: Text) => string)
  readonly back?: false
  readonly load: Load<ComponentType<ViewProps<C, P>>>
}

export type ViewName = keyof ViewParams
export type CoreViewName = keyof CoreViewParams
/** A view that needs no parameters can be opened from a slot, a link or `open()`. */
export type ParamsOf<V extends string> = V extends keyof ViewParams ? ViewParams[V] : undefined
/** Those of the views that open without parameters. A slot opens its view with none, so it may name only these. */
export type Openable<V extends string> = { [K in V]: undefined extends ParamsOf<K> ? K : never }[V]

export type Permissions = {
  /** JSON-RPC methods that the plugin may request from the wallet. */
  readonly methods?: readonly string[]
  /** Keys of `services` whose hosts the plugin calls. */
  readonly services?: readonly string[]
  /**
   * Origins that `kit.fetch` may call, such as `https://api.example.org`; the build adds them to the
   * Content-Security-Policy that it prints. `{ option: 'url' }` is the origin that the site writes in this option.
   */
  readonly hosts?: readonly (string | { readonly option: string })[]
  /** Storage keys that the plugin may read and write, after the `@appkit/` prefix. */
  readonly storage?: readonly string[]
  /** For a third-party plugin: the endings of the names that its resolvers are asked for, as `tips.id`. */
  readonly names?: readonly string[]
  /** For a third-party plugin: what it may know about the person. */
  readonly identity?: readonly Identity[]
  /** Events of the active account that `kit.on` may listen to. */
  readonly events?: readonly (keyof PluginEvents)[]
}

/**
 * When a controller starts although none of the plugin's parts is shown. `onIdle`: once the plugins are loaded and the page
 * is idle. `onConnect`: while an account is connected. `onOpen`: when the modal opens. `onTransaction`: when a transaction
 * was sent. `onResume`: when the page loads with a session of a wallet that the plugin brought along (`kit.offer`).
 */
export type ActivationEvent = 'onConnect' | 'onTransaction' | 'onIdle' | 'onOpen' | 'onResume'

/**
 * `email`: the email address or user name of a login, and logging in. `profile`: the name and picture of the account,
 * and changing them. `accounts`: the person's accounts besides the active one. `contacts`: the names that the person gave to
 * addresses.
 */
export type Identity = 'email' | 'profile' | 'accounts' | 'contacts'

/**
 * The part of a manifest that only the CLI reads. The build leaves it out of the page, where the one thunk in it is
 * never called.
 */
export type Declared = {
  /** The versions of walletkit that it works with, as `^0.1`. */
  readonly engine: string
  /**
   * `false`: not in this version. The schema knows the feature, `check` refuses a config that names it, and no build
   * contains it.
   */
  readonly available?: boolean
  /** Names of the tracking events that it emits. */
  readonly events?: readonly (keyof TrackingEvents)[]
  /** Its English texts by key, for translators and for the check that every key has a text. */
  readonly messages?: Load<Readonly<Record<string, string>>>
  /**
   * The maximum gzip bytes of its manifest (`eager`) and of everything that it loads (`lazy`); a build that exceeds
   * them fails.
   */
  readonly budget?: { readonly eager?: number; readonly lazy?: number }
}

export type Plugin<
  Id extends string = string,
  Api = never,
  C = never,
  V extends string = string,
  Options = never,
> = Declared & {
  /** The folder's name. */
  readonly id: Id
  /** The key under `features` in the config. */
  readonly feature: string
  readonly permissions?: Permissions
  /** When its controller starts by itself; without it, only when one of its parts is first shown. */
  readonly activate?: readonly ActivationEvent[]
  /**
   * Ids of plugins that it needs, with the version of their API if it uses one: `other-plugin` or `other-plugin@^1.2`. A
   * build without them fails. Only these can be given to `kit.use`.
   */
  readonly requires?: readonly string[]
  /** The version of what the controller offers to other plugins as its member `api`; `kit.use` returns that. */
  readonly provides?: { readonly api: string }
  /**
   * Set by the build for a third-party plugin, together with the `id`, `permissions` and `slots` that the site granted:
   * the visitor reviews each of its wallet requests first, and it acts only where it was granted.
   */
  readonly guest?: true
  /** Its client for the blockchain API (`services.api`); created only if the config names that service. */
  readonly api?: Load<(api: BlockchainApi) => Api>
  readonly controller?: Load<(deps: { kit: PluginKit; api: Api; options: Options }) => C>
  /** By name. The names of walletkit's own views are taken. */
  readonly views?: { readonly [K in V]: K extends keyof CoreViewParams ? never : View<NoInfer<C>, ParamsOf<K>> }
  readonly slots?: Slots<NoInfer<Openable<V>>, NoInfer<C>>
  /** The default options; the config's options override them. */
  readonly options?: Options
}

/** The type of any plugin, as the host stores it. */
// The host does not use these type parameters; the compiler checks each plugin's own where its manifest is written.
/* eslint-disable @typescript-eslint/no-explicit-any */
export type AnyPlugin = Omit<Plugin<string, any, any, string, any>, 'views'> & {
  readonly views?: { readonly [view: string]: View<any, any> }
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/**
 * Checks a manifest's types. Returns it unchanged.
 *
 * @example
 * ```ts
 * import { definePlugin } from 'walletkit/plugin'
 *
 * export default definePlugin({
 *   id: 'tip-jar',
 *   feature: 'tipJar',
 *   engine: '^0.1',
 *   permissions: { methods: ['eth_sendTransaction'] },
 * })
 * ```
 */
export function definePlugin<
  const Id extends string,
  Api = undefined,
  C = undefined,
  const V extends string = never,
  Options = undefined,
>(plugin: Plugin<Id, Api, C, V, Options>): Plugin<Id, Api, C, V, Options> {
  return plugin
}
