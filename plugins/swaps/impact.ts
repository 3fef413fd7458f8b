/** How bad a price is (decisions 4.20): what is told, what must be typed to go on, and what is refused. */

/** `unknown` where no price is known: then nobody can say, and the visitor must say that it is meant. */
export type ImpactLevel = 'none' | 'note' | 'warn' | 'confirm' | 'block' | 'unknown'

/** Percent from which on each level holds. */
export const IMPACT_LEVELS = { note: 3, warn: 5, confirm: 10, block: 15 } as const

/** `isAllowed`: the site lets a visitor lose more than 15 percent, still only after typing. */
export function impactLevel(impact: number | undefined, isAllowed = false): ImpactLevel {
  if (impact === undefined || !Number.isFinite(impact)) return 'unknown'
  if (impact >= IMPACT_LEVELS.block) return isAllowed ? 'confirm' : 'block'
  if (impact >= IMPACT_LEVELS.confirm) return 'confirm'
  if (impact >= IMPACT_LEVELS.warn) return 'warn'
  return impact >= IMPACT_LEVELS.note ? 'note' : 'none'
}
