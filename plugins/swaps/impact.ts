/**
 * Rates the price impact: from which loss on the panel notes it, warns of it, asks for a typed confirmation, or blocks
 * the swap.
 */

/** `unknown`: a price is missing. With `confirm` and `unknown`, the visitor must type a word to confirm the swap. */
export type ImpactLevel = 'none' | 'note' | 'warn' | 'confirm' | 'block' | 'unknown'

/** Percentage at which each level begins. */
export const IMPACT_LEVELS = { note: 3, warn: 5, confirm: 10, block: 15 } as const

/**
 * The level of a price impact in percent. `isAllowed`: the site permits losses of 15 percent or more, but the visitor
 * must still confirm by typing.
 */
export function impactLevel(impact: number | undefined, isAllowed = false): ImpactLevel {
  if (impact === undefined || !Number.isFinite(impact)) return 'unknown'
  if (impact >= IMPACT_LEVELS.block) return isAllowed ? 'confirm' : 'block'
  if (impact >= IMPACT_LEVELS.confirm) return 'confirm'
  if (impact >= IMPACT_LEVELS.warn) return 'warn'
  return impact >= IMPACT_LEVELS.note ? 'note' : 'none'
}
