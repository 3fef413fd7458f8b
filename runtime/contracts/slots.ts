/**
 * The places of the modal that a plugin can add items to. The list is closed: a new slot is a change of the runtime.
 * Items appear in the order of the config's list for the slot, then by their own `order`.
 */
import type { ComponentType } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { Features } from './config.ts'
import type { Load, ViewProps } from './definePlugin.ts'
import type { Namespace } from '../lib/namespace.ts'

export type Item = {
  /** The key by which the config's order lists name it. */
  readonly key: string
  /** The rank among items that no list names; lower is first. */
  readonly order: number
  /** The namespaces that it works on; absent means all. */
  readonly namespaces?: readonly Namespace[]
}

/** A button of the account view that opens a view. `icon` is an icon's name. */
export type WalletFeature<V extends string = string> = Item & {
  /** It brings tokens into the account; an empty account offers it as the next step. */
  readonly fills?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/**
 * A way to connect, in the Connect view. `C` is the type of the plugin's controller; code that only renders the item
 * does not know it.
 */
export type ConnectMethod<C = never> = Item & {
  readonly load: Load<ComponentType<ViewProps<C>>>
  /**
   * Whether it is two buttons tall (104 px) with these features, not one (48 px): the placeholder gets that height, so
   * nothing moves when the component has loaded.
   */
  readonly isTall?: (features: Snapshot<Features>) => boolean
}
/** A tab of the account view, rendered in place. */
export type AccountTab<C = never> = Item & {
  readonly label: string
  readonly load: Load<ComponentType<ViewProps<C>>>
}
/** A button in the header of the account view, beside Close: only its icon shows, `label` is its name for assistive technology. */
export type AccountMenuItem<V extends string = string> = Item & {
  /** Only for accounts that logged in without a wallet. */
  readonly embedded?: true
  /** Only while the account has no name. */
  readonly nameless?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/** Decides whether the modal may close now; one guard that returns `false` keeps it open, and the modal shakes. */
export type CloseGuard = Item & { readonly mayClose: (state: { view: string }) => boolean }
/** Finds an account by a name ("noah.walletkit.id"); `undefined` for an unknown name. */
export type NameResolver = Item & {
  readonly load: Load<(name: string, namespace: Namespace) => Promise<{ address: string; avatar?: string } | undefined>>
}

export type Slots<V extends string = string, C = never> = {
  readonly connectMethods?: readonly ConnectMethod<C>[]
  readonly walletFeatures?: readonly WalletFeature<V>[]
  readonly accountTabs?: readonly AccountTab<C>[]
  readonly accountMenu?: readonly AccountMenuItem<V>[]
  readonly guards?: readonly CloseGuard[]
  readonly names?: readonly NameResolver[]
}
export type SlotName = keyof Slots
