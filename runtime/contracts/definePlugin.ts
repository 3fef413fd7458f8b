/**
 * The type of a plugin's manifest. A manifest is data and small functions, most of which import a file, so that Node
 * can import it too: the CLI reads the same file as the page.
 */
import type { ComponentType } from 'react'
import type { BlockchainApi } from '../http/blockchainApi.ts'
import type { PluginEvents } from './pluginEvents.ts'
import type { PluginKit } from './pluginKit.ts'
import type { Slots } from './slots.ts'
import type { CoreViewParams, TrackingEvents, ViewParams } from '../plugin.ts'

export type Load<T> = () => Promise<{ default: T }>

/**
 * The props of a plugin's view: the plugin's kit, which returns copies and checks permissions, its controller, and the
 * parameters with which the view was opened.
 */
export type ViewProps<C = undefined, P = undefined> = { kit: PluginKit; controller: C; params: P }

/** The text of a message key in the page's language; replaces `{name}` with `values.name`. */
export type Text = (key: string, english: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * A view of the modal. `back: false` hides the back arrow. `title` is the English title; the message key `title.<View>`
 * translates it. If the title depends on the parameters, pass a function; it has to translate with `text` itself.
 */
export type View<C = undefined, P = unknown> = {
  readonly title: string | ((params: P, text: Text) => string)
  readonly back?: false
  readonly load: Load<ComponentType<ViewProps<C, P>>>
}

export type ViewName = keyof ViewParams
export type CoreViewName = keyof CoreViewParams
/** The parameters of a view; `undefined` for a view without any, and for one that `ViewParams` does not list. */
export type ParamsOf<V extends string> = V extends keyof ViewParams ? ViewParams[V] : undefined
/**
 * The names in `V` of the views that open without parameters. A slot opens its view without parameters, so it may name
 * only these.
 */
export type Openable<V extends string> = { [K in V]: undefined extends ParamsOf<K> ? K : never }[V]

export type Permissions = {
  /** JSON-RPC methods that the plugin may request from the wallet, the network's node or the site's paymaster. */
  readonly methods?: readonly string[]
  /** Keys of the config's `services`: the services that the plugin calls. */
  readonly services?: readonly string[]
  /**
   * Origins that `kit.fetch` may call, such as `https://api.example.org`; the build adds them to the
   * Content-Security-Policy that it prints. `{ option: 'url' }` stands for the origin that the site sets as the
   * plugin's option `url`.
   */
  readonly hosts?: readonly (string | { readonly option: string })[]
  /** Storage keys that the plugin may read and write: its id, or keys that start with its id and a dot. */
  readonly storage?: readonly string[]
  /** For a third-party plugin: its name resolvers are asked only for names with these endings, such as `tips.id`. */
  readonly names?: readonly string[]
  /** For a third-party plugin: what it may know about the person. */
  readonly identity?: readonly Identity[]
  /** Events of the active account that `kit.on` may listen to. */
  readonly events?: readonly (keyof PluginEvents)[]
}

/**
 * When a controller starts even though no view or item of the plugin is shown. `onIdle`: once the plugins are loaded
 * and the page is idle. `onConnect`: when an account is connected. `onOpen`: when the modal opens. `onTransaction`:
 * when the active account has sent a transaction. `onResume`: when the page loads and has a stored session of a wallet
 * that the plugin connected (`kit.connect`, `kit.offer`), which can only resume with the plugin's help.
 */
export type ActivationEvent = 'onConnect' | 'onTransaction' | 'onIdle' | 'onOpen' | 'onResume'

/**
 * What a third-party plugin may know about the person. `email`: the email address or user name of a login; the plugin
 * may also log the person in. `profile`: the name and picture of the account; the plugin may also change the name.
 * `accounts`: the accounts besides the active one. `contacts`: the names that the person gave to addresses, and the
 * addresses that the active account has dealt with.
 */
export type Identity = 'email' | 'profile' | 'accounts' | 'contacts'

/**
 * The part of a manifest that the CLI reads, for its checks, the schema and the budget. The build removes it from the
 * page's copy of the manifest, except `events` of a third-party plugin.
 */
export type Declared = {
  /** The versions of walletkit that the plugin works with, such as `^0.1`. */
  readonly engine: string
  /**
   * `false`: the feature is planned but not in this version. The schema lists it, `check` refuses a config that turns
   * it on, and no build contains it.
   */
  readonly available?: boolean
  /** Names of the tracking events that the plugin emits. */
  readonly events?: readonly (keyof TrackingEvents)[]
  /** The plugin's English texts by key, for translators, and for the check that every key has a text. */
  readonly messages?: Load<Readonly<Record<string, string>>>
  /**
   * The maximum size, in gzip bytes, of the manifest (`eager`) and of everything that the plugin loads (`lazy`). A
   * build that exceeds it fails.
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
  /** The plugin's id, in kebab-case. For walletkit's own plugins it is the name of their folder. */
  readonly id: Id
  /** The key under `features` in the config. */
  readonly feature: string
  readonly permissions?: Permissions
  /**
   * When the controller starts by itself. In any case, it starts when a view or item of the plugin is first shown, when
   * another plugin calls `kit.use`, and when a page without the modal uses the feature.
   */
  readonly activate?: readonly ActivationEvent[]
  /**
   * Ids of the plugins that this one needs: `other-plugin`, or `other-plugin@^1.2` with the version of an API that it
   * uses. A build without such a plugin fails. With a `?` (`other-plugin?@^1.2`) the other plugin is optional: without
   * it, `kit.use` resolves with `undefined`. `kit.use` accepts only ids in this list.
   */
  readonly requires?: readonly string[]
  /**
   * The version of the API that this plugin offers to other plugins: the member `api` of its controller, which their
   * `kit.use` returns.
   */
  readonly provides?: { readonly api: string }
  /**
   * Set by the build for a third-party plugin; the build also limits its `permissions` and `slots` to those that the
   * site granted. The visitor reviews what such a plugin wants signed, sent or changed before the wallet gets it.
   */
  readonly guest?: true
  /**
   * Loads the function that makes the plugin's client for the blockchain API (`services.api`). The function is called
   * only if the config names that service.
   */
  readonly api?: Load<(api: BlockchainApi) => Api>
  readonly controller?: Load<(deps: { kit: PluginKit; api: Api; options: Options }) => C>
  /** The plugin's views by name. A name of one of walletkit's own views is a type error. */
  readonly views?: { readonly [K in V]: K extends keyof CoreViewParams ? never : View<NoInfer<C>, ParamsOf<K>> }
  readonly slots?: Slots<NoInfer<Openable<V>>, NoInfer<C>>
  /**
   * The default options; the config's options override them. Leave out an option's default only if the controller works
   * without the option, or if `required` in the plugin's schema makes the site set it.
   */
  readonly options?: Partial<Options>
}

/** The type of any plugin, as the host stores it. */
// `any`, because the host knows no plugin's types; the compiler checks them where the manifest is written.
/* eslint-disable @typescript-eslint/no-explicit-any */
export type AnyPlugin = Omit<Plugin<string, any, any, string, any>, 'views' | 'options'> & {
  readonly views?: { readonly [view: string]: View<any, any> }
  readonly options?: any
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/**
 * Returns the manifest unchanged. It is there so that TypeScript checks a manifest where you write it.
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
