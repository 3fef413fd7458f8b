import type { Kit } from '../contracts/kit.ts'

/**
 * Creates a value per kit (a cache, a client, a controller) for lazily loaded code. The map is weak: two kits never
 * share a value, and a kit that is garbage-collected frees its values. Keep state here, not in module variables.
 */
export function perKit<T>(create: (kit: Kit) => T): (kit: Kit) => T {
  const values = new WeakMap<Kit, { value: T }>()
  return (kit) => {
    let held = values.get(kit)
    if (!held) values.set(kit, (held = { value: create(kit) }))
    return held.value
  }
}
