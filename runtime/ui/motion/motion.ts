/**
 * Loaded after the first paint of the open card: its motion, styles that the first paint does not need (`adapt.css`),
 * and the button for the English original.
 */
import type { Kit } from '../../contracts/kit.ts'
import { adopt } from '../sheets.ts'
import { watchArrivals } from './arrive.ts'
import css from './adapt.css.ts'
import { followFinger } from './drag.ts'

const moving = new WeakSet<HTMLElement>()

/**
 * Adds to a card its motion, the styles of `adapt.css` and the button for the English original. Does nothing for a card
 * that has them already, or without a card.
 */
export function move(kit: Kit, card: HTMLElement | null) {
  if (!card || moving.has(card)) return
  moving.add(card)
  adopt(card.getRootNode() as ShadowRoot, css)
  watchArrivals(card)
  followFinger(kit, card)
  if (kit.language?.unread) void import('./original.tsx').then(({ offerOriginal }) => offerOriginal(kit))
}
