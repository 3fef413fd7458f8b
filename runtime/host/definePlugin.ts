/** The plugin unit: inert data and thunks (design B4, B5). Node can import a manifest, so the CLI reads the same file. */
import type { ComponentType } from 'react'
import type { BlockchainApi } from '../http/blockchainApi.ts'
import type { PluginKit } from './pluginKit.ts'
import type { Slots } from './slots.ts'
import type { TrackingEvents, ViewParams } from '../plugin.ts'

export type Load<T> = () => Promise<{ default: T }>

/** The props of a plugin's view. `kit` gives clone reads and checked verbs; a plugin never holds the kit itself. */
export type ViewProps<C = undefined, P = undefined> = { kit: PluginKit; controller: C; params: P }

/** A view of the modal. `back: false` hides the back arrow; `title` is the English title, translated by `title.<View>`; a
 * function of the parameters where each has a name of its own. */
export type View<C = undefined, P = unknown> = {
  readonly title: string | ((params: P) => string)
  readonly back?: false
  readonly load: Load<ComponentType<ViewProps<C, P>>>
}

export type ViewName = keyof ViewParams
/** A view that needs no parameters can be opened from a slot, a link or `open()`. */
export type ParamsOf<V extends string> = V extends keyof ViewParams ? ViewParams[V] : undefined

export type Permissions = {
  /** JSON-RPC methods that the plugin may ask the wallet for. */
  readonly methods?: readonly string[]
  /** Keys of `services` whose hosts the plugin calls. */
  readonly services?: readonly string[]
  /** Origins that `kit.fetch` may call, as `https://api.example.org`; they join the policy that the build prints. */
  readonly hosts?: readonly string[]
  /** Storage keys that the plugin may read and write, after the `@appkit/` prefix. */
  readonly storage?: readonly string[]
}

/**
 * What only the CLI reads of a manifest: the build leaves it out of the page. It is data; the one thunk is never called
 * in a page.
 */
export type Declared = {
  /** The range of hosts it was written for, as `^0.1`. */
  readonly engine: string
  /** `false`: in the schema, refused by `check` when named, never in a build (not in this version). */
  readonly available?: boolean
  /** Ids of plugins that it cannot work without; the build says when one is off. */
  readonly requires?: readonly string[]
  /** Names of the tracking events that it emits. */
  readonly events?: readonly (keyof TrackingEvents)[]
  /** Its English texts by key, for translators and for the check that no key is missing. */
  readonly messages?: Load<Readonly<Record<string, string>>>
  /** Gzip bytes that its manifest (`eager`) and all it loads (`lazy`) may weigh; a build that exceeds them fails. */
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
  /** Written by the build: the plugin is not of this package, so what it asks the wallet for is reviewed first. */
  readonly guest?: true
  /** Its calls of the blockchain API (`services.api`); made only where the config names that service. */
  readonly api?: Load<(api: BlockchainApi) => Api>
  readonly controller?: Load<(deps: { kit: PluginKit; api: Api; options: Options }) => C>
  readonly views?: { readonly [K in V]: View<NoInfer<C>, ParamsOf<K>> }
  readonly slots?: Slots<NoInfer<V>, NoInfer<C>>
  /** The default options, merged under the config's by the host. */
  readonly options?: Options
}

/** Any plugin, as the host stores it. */
// The host never reads these type parameters; each is checked where the manifest is written.
/* eslint-disable @typescript-eslint/no-explicit-any */
export type AnyPlugin = Omit<Plugin<string, any, any, string, any>, 'views'> & {
  readonly views?: { readonly [view: string]: View<any, any> }
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Types a manifest. Returns it as it is. */
export function definePlugin<
  const Id extends string,
  Api = undefined,
  C = undefined,
  const V extends string = never,
  Options = undefined,
>(plugin: Plugin<Id, Api, C, V, Options>): Plugin<Id, Api, C, V, Options> {
  return plugin
}
