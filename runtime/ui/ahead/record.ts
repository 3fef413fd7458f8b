/** What was drawn of a kit's modal before React loaded, kept until React takes it over. */
import { perKit } from '../../contracts/perKit.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { WalletRow } from '../screens/Connect/rows.ts'

export type Ahead = {
  /** The rows of the wallet list as drawn. React's first render has to show the same. */
  rows?: readonly WalletRow[]
  /** The drawn dialog while it is open, and the function that closes it. */
  shown?: { dialog: HTMLDialogElement; hide: () => void } | undefined
  /**
   * Stops listening. Returns a function that repeats, for React, the visitor's last press and the images' errors from
   * before React had loaded.
   */
  release?: (() => () => void) | undefined
}

export const ahead = perKit((): Ahead => ({}))

/**
 * Returns the function that closes `dialog`, if it is the one that was drawn and shown before React loaded, and forgets
 * it: a second call returns `undefined`. If another dialog was drawn, closes that one and returns `undefined`.
 */
export function takeShown(kit: Kit, dialog: HTMLDialogElement): (() => void) | undefined {
  const { shown } = ahead(kit)
  ahead(kit).shown = undefined
  if (shown?.dialog === dialog) return shown.hide
  shown?.hide()
  return undefined
}
