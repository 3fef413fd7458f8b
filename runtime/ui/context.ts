import { createContext, type FunctionComponent, useContext, useInsertionEffect, useSyncExternalStore } from 'react'
import { proxy, snapshot, type Snapshot, subscribe } from 'valtio/vanilla'
import { WalletKitError } from '../errors/base.ts'
import type { Messages } from '../contracts/config.ts'
import type { Kit } from '../contracts/kit.ts'
import { fill } from '../lib/text.ts'
import { perKit } from '../contracts/perKit.ts'
import { adopt } from './sheets.ts'

/** A screen's kit, its shadow root (none in a build, which renders to text), and the function that preloads a view. */
export type KitScreen = { kit: Kit; root: ShadowRoot | undefined; preload: (view: string) => void }
export const KitContext = createContext<KitScreen | undefined>(undefined)

export function useKit(): Kit {
  const held = useContext(KitContext)
  if (!held) throw new WalletKitError('NO_KIT', 'This part must be rendered inside the walletkit modal')
  return held.kit
}

/**
 * The function that preloads a view's chunk. Comes from the context, so that views need not import the outlet: the
 * outlet imports the views, so the imports would be circular.
 */
export const usePreload = () => useContext(KitContext)?.preload ?? (() => undefined)

/**
 * Reads a proxy and renders again when it changes. Read snapshots, mutate the source.
 *
 * @example
 * ```tsx
 * import { proxy } from 'walletkit/plugin'
 * import { useSnapshot } from 'walletkit/ui'
 *
 * const state = proxy({ tips: 0 })
 *
 * function Tips() {
 *   const { tips } = useSnapshot(state)
 *   return <button onClick={() => (state.tips += 1)}>{tips}</button>
 * }
 * ```
 */
export function useSnapshot<T extends object>(source: T): Snapshot<T> {
  return useSyncExternalStore(
    (notify) => subscribe(source, notify, true),
    () => snapshot(source),
    () => snapshot(source),
  )
}

/**
 * As {@link useSnapshot}, for one value: renders again only when that changes. `select` returns a field, or a primitive
 * made of fields: a new object in each call would render without end.
 */
export function useSelected<T extends object, V>(source: T, select: (read: Snapshot<T>) => V): V {
  const read = () => select(snapshot(source))
  return useSyncExternalStore((notify) => subscribe(source, notify, true), read, read)
}

/**
 * Adopts a view's style sheet when the view mounts. Does nothing while `css` is `undefined`.
 *
 * @example
 * ```tsx
 * import { useSheet } from 'walletkit/ui'
 *
 * function Jar() {
 *   useSheet('.jar { color: var(--wk-accent) }')
 *   return <div className="jar" />
 * }
 * ```
 */
export function useSheet(css: string | undefined) {
  const root = useContext(KitContext)?.root
  useInsertionEffect(() => {
    if (root && css) adopt(root, css)
  }, [root, css])
}

/**
 * A view's typed messages: using an absent key is a type error. `<key>.one` is the singular form of a text that counts.
 *
 * @example
 * ```ts
 * import { defineMessages } from 'walletkit/ui'
 *
 * export default defineMessages({ 'tipJar.title': 'Tip jar', 'tipJar.send': 'Send {amount}' })
 * ```
 */
export const defineMessages = <const M extends Messages>(messages: M): M => messages

/**
 * Returns a function that returns a message in the modal's language, with `values.name` in place of `{name}`.
 *
 * @example
 * ```tsx
 * import { defineMessages, useText } from 'walletkit/ui'
 *
 * const messages = defineMessages({ 'tipJar.send': 'Send {amount}' })
 *
 * function Send() {
 *   const t = useText(messages)
 *   return <p>{t('tipJar.send', { amount: '1 ETH' })}</p>
 * }
 * ```
 */
export function useText<M extends Messages>(messages: M) {
  const kit = useKit()
  // A switch to the English original changes all texts.
  useSelected(kit.state.router, ({ inEnglish }) => inEnglish)
  return (key: keyof M & string, values: Record<string, string | number> = {}) => {
    const count = Object.values(values).find((value) => typeof value === 'number')
    const english = (count === 1 ? messages[`${key}.one`] : undefined) ?? messages[key] ?? key
    return fill(kit.text(key, english, values), values)
  }
}

/**
 * The buttons that the shown view adds to the header: `Start` replaces the back button, `Buttons` are the others. A
 * view sets its own while it is mounted, so that their code loads, fails and is retried with the view.
 * `motion/original.tsx` adds one too.
 */
export const headerButtons = perKit(() =>
  proxy<{ Start?: FunctionComponent | undefined; Buttons?: FunctionComponent | undefined }>({}),
)
