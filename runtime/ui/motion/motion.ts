/** How the card moves after it has opened. Loaded after the first paint of the modal. */
import type { Kit } from '../../contracts/kit.ts'
import { watchArrivals } from './arrive.ts'
import { followFinger } from './drag.ts'

const moving = new WeakSet<HTMLElement>()

/** Does nothing for a card that moves already, or that has gone. */
export function move(kit: Kit, card: HTMLElement | null) {
  if (!card || moving.has(card)) return
  moving.add(card)
  watchArrivals(card)
  followFinger(kit, card)
}
