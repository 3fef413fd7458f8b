import { createContext, useContext, useInsertionEffect, useSyncExternalStore } from 'react'
import { snapshot, type Snapshot, subscribe } from 'valtio/vanilla'
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../kit.ts'
import { fill } from '../lib/fill.ts'
import { adopt } from './sheet.ts'

/** The kit of a screen, the shadow root that it is drawn in, and what fetches a view ahead of its click. */
export type KitScreen = { kit: Kit; root: ShadowRoot; preload: (view: string) => void }
export const KitContext = createContext<KitScreen | undefined>(undefined)

export function useKit(): Kit {
  const held = useContext(KitContext)
  if (!held) throw new WalletKitError('NO_KIT', 'This part must be rendered inside the walletkit modal')
  return held.kit
}

/** Fetches a view's chunk on intent (hover, focus, touch). By context, so that a view need not import the outlet. */
export const usePreload = () => useContext(KitContext)?.preload ?? (() => undefined)

/** Reads a proxy and renders again when it changes. Read snapshots, mutate the source. */
export function useSnapshot<T extends object>(source: T): Snapshot<T> {
  return useSyncExternalStore(
    (notify) => subscribe(source, notify, true),
    () => snapshot(source),
    () => snapshot(source),
  )
}

/** Brings a view's own style sheet along with the view; nothing while that is on its way. */
export function useSheet(css: string | undefined) {
  const root = useContext(KitContext)?.root
  useInsertionEffect(() => {
    if (root && css) adopt(root, css)
  }, [root, css])
}

export type Messages = Readonly<Record<string, string>>
/** The typed catalogue of a view: a key that is absent is a type error. */
export const defineMessages = <const M extends Messages>(messages: M): M => messages

/** Texts of a catalogue in the page's language; `{name}` is replaced from `values`. */
export function useText<M extends Messages>(messages: M) {
  const kit = useKit()
  return (key: keyof M & string, values?: Record<string, string | number>) =>
    fill(kit.text(key, messages[key] ?? key), values)
}
