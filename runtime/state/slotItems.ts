import type { Kit } from '../contracts/kit.ts'
import type { Item, SlotName, Slots } from '../contracts/slots.ts'
import { ownerOf, pluginsOn } from './plugins.ts'

/**
 * The items that enabled plugins put into a slot: first the items in the config's list for the slot, in its order; then
 * items of walletkit's plugins; then items of third-party plugins. Within each of these two groups, the items' own
 * `order` decides.
 */
export function slotItems<S extends SlotName>(kit: Kit, name: S): NonNullable<Slots[S]>[number][] {
  const listed = kit.state.options.features[`${name}Order`]
  const items = pluginsOn(kit).flatMap(({ slots }) => [...(slots?.[name] ?? [])])
  return ordered(
    kit,
    items as (Item & NonNullable<Slots[S]>[number])[],
    Array.isArray(listed) ? (listed as string[]) : [],
  )
}

/**
 * Sorts items: first the items whose key is in `listed`, in its order; then items of walletkit's plugins; then items of
 * third-party plugins. Within each of these two groups, the items' own `order` decides.
 */
export function ordered<T extends Item>(kit: Kit, items: readonly T[], listed: readonly string[] = []): T[] {
  const rank = (item: T) => {
    const at = listed.indexOf(item.key)
    return at < 0 ? listed.length + (ownerOf(kit, item)?.guest ? 1 : 0) : at
  }
  return [...items].sort((a, b) => rank(a) - rank(b) || a.order - b.order)
}
