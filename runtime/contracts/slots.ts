/**
 * The slots: the places of the modal to which a plugin can add items. A plugin cannot add a new slot. Items in the
 * config's list for the slot come first, then those of walletkit's plugins and then those of third-party plugins, by
 * their `order`.
 */
import type { ComponentType } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { Features } from './config.ts'
import type { Load, ViewProps } from './definePlugin.ts'
import type { Namespace } from '../lib/namespace.ts'

export type Item = {
  /** The item's own name, such as `send`. Lists of the config, such as `walletFeaturesOrder`, contain it. */
  readonly key: string
  /**
   * The rank among items that the config's list does not name; lower comes first. Items of third-party plugins come
   * after all items of walletkit's plugins, whatever their rank.
   */
  readonly order: number
  /** The namespaces that the item works on. Default: all. */
  readonly namespaces?: readonly Namespace[]
}

/** A button of the account view that opens a view. `icon` is an icon's name. */
export type WalletFeature<V extends string = string> = Item & {
  /**
   * The view brings tokens into the account (such as Buy). The tokens tab of an empty account offers the first
   * view of this kind, by the items' order.
   */
  readonly fills?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/**
 * A way to connect, as a component in the Connect view. `C` is the type of the plugin's controller; the core, which
 * renders items of any plugin, uses the default.
 */
export type ConnectMethod<C = never> = Item & {
  readonly load: Load<ComponentType<ViewProps<C>>>
  /**
   * Whether, with these features, the component is two buttons tall (104 px) instead of one (48 px). Its placeholder
   * gets the same height, so that nothing moves when the component has loaded.
   */
  readonly isTall?: (features: Snapshot<Features>) => boolean
}
/** A tab of the account view, rendered in place. */
export type AccountTab<C = never> = Item & {
  readonly label: string
  readonly load: Load<ComponentType<ViewProps<C>>>
}
/** An icon button in the header of the account view, next to Close. `label` is its name for assistive technology. */
export type AccountMenuItem<V extends string = string> = Item & {
  /** Only for accounts that logged in without a wallet. */
  readonly embedded?: true
  /** Only while the account has no name. */
  readonly nameless?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/**
 * Decides whether the visitor may close the modal now. If one guard returns `false`, the modal stays open and shakes. A
 * third-party plugin's guard is asked only while a view of that plugin shows, and cannot refuse a second attempt. A
 * guard that throws is reported, and does not keep the modal open.
 */
export type CloseGuard = Item & { readonly mayClose: (state: { view: string }) => boolean }
/** Finds the account of a name ("noah.walletkit.id"). Resolves with `undefined` for an unknown name. */
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
