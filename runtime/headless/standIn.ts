/** Kits that show what a server rendered, while the visitor's own kit does everything that the page asks of them. */
import type { WalletKit } from '../kit/instance.ts'

const visitors = new WeakMap<WalletKit, WalletKit>()

/**
 * Lets a kit of `asOnServer` act for the visitor: what reads stays its own, and all that acts or listens becomes that
 * of `kit`. The first effects of a hydrated page run while its components still hold the server's view, and what they
 * open, connect or listen to has to be the visitor's.
 */
export function standIn(view: WalletKit, kit: WalletKit): WalletKit {
  const own = Object.entries(Object.getOwnPropertyDescriptors(kit)).filter(
    ([name]) => !/^(get|is)[A-Z]|^(connectors|destroy)$/.test(name),
  )
  Object.defineProperties(view, Object.fromEntries(own))
  visitors.set(view, kit)
  return view
}

/**
 * The kit that acts: for a kit that only shows what the server rendered (`standIn`), the visitor's own; else the kit
 * itself.
 */
export const actingKit = (kit: WalletKit): WalletKit => visitors.get(kit) ?? kit
