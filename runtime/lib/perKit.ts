import type { Kit } from '../kit.ts'

/**
 * A value that belongs to a kit but is made by a lazily loaded part: caches, clients, controllers. Held weakly, so that
 * two kits never share one and a forgotten kit takes its values along. No module of walletkit keeps other state.
 */
export function perKit<T>(create: (kit: Kit) => T): (kit: Kit) => T {
  const values = new WeakMap<Kit, { value: T }>()
  return (kit) => {
    let held = values.get(kit)
    if (!held) values.set(kit, (held = { value: create(kit) }))
    return held.value
  }
}
