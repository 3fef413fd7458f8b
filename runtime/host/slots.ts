/**
 * The places where a plugin can put something. Few and closed: a new slot is a change of the runtime and should feel
 * like one. An absent slot is empty; items keep the order of the config's list, then their own `order`.
 */
import type { ComponentType } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { Features } from '../config.ts'
import type { Load, ViewProps } from './definePlugin.ts'
import type { Namespace } from '../lib/namespace.ts'

export type Item = {
  /** The key that order lists name. */
  readonly key: string
  /** Rank among items that no list names; lower comes first. */
  readonly order: number
  /** Namespaces it works on; absent means all. */
  readonly namespaces?: readonly Namespace[]
}

/** A button of the account view that opens a view. `icon` names one of the stroke set. */
export type WalletFeature<V extends string = string> = Item & {
  /** It brings tokens in: the one next step of an empty account. */
  readonly fills?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/** A way to connect, drawn in the Connect view. `C` is the plugin's controller; whoever only draws it knows none. */
export type ConnectMethod<C = never> = Item & {
  readonly load: Load<ComponentType<ViewProps<C>>>
  /** Whether it is two buttons tall (104 px) with these features, not one (48 px): what stands in its place meanwhile is as tall. */
  readonly isTall?: (features: Snapshot<Features>) => boolean
}
/** A tab of the account view: a panel drawn in place. */
export type AccountTab<C = never> = Item & {
  readonly label: string
  readonly load: Load<ComponentType<ViewProps<C>>>
}
/** A row in the account's menu. */
export type AccountMenuItem<V extends string = string> = Item & {
  /** Only for who signed in without a wallet. */
  readonly embedded?: true
  /** Only while the account has no name. */
  readonly nameless?: true
  readonly label: string
  readonly icon: string
  readonly view: V
}
/** Whether the modal may close now; the first `false` wins, and the modal shakes. */
export type CloseGuard = Item & { readonly mayClose: (state: { view: string }) => boolean }
/** Finds an account by a name ("noah.walletkit.id"); `undefined` when it knows none. */
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
