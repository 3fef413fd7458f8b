/** What the open card needs after its first paint: its motion, and styles for what a visitor may need. */
import type { Kit } from '../../contracts/kit.ts'
import { adopt } from '../context.ts'
import { watchArrivals } from './arrive.ts'
import css from './adapt.css.ts'
import { followFinger } from './drag.ts'

const moving = new WeakSet<HTMLElement>()

/** Does nothing for a card that moves already, or that has gone. */
export function move(kit: Kit, card: HTMLElement | null) {
  if (!card || moving.has(card)) return
  moving.add(card)
  adopt(card.getRootNode() as ShadowRoot, css)
  watchArrivals(card)
  followFinger(kit, card)
  if (kit.language?.unread) void import('./original.tsx').then(({ offerOriginal }) => offerOriginal(kit))
}
