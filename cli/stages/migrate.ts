/**
 * Migrates older configs. Each form of the config has a number, and a migration goes from one number to a later one.
 * Pure functions.
 */
import type { JsonObject } from '../../schema/pieces.ts'

/** What a migration may know about the project. */
export type Facts = {
  /** The schema's path relative to the config's folder, as `$schema` names it. */
  schema: string
}
export type Migration = {
  from: number
  to: number
  /** Returns a changed copy and one sentence about the change, or undefined when this config does not need it. */
  change: (config: JsonObject, facts: Facts) => { config: JsonObject; note: string } | undefined
}

/** A config of form 0 has no `$schema`, or one that is not the schema of the installed walletkit. */
const nameSchema: Migration = {
  from: 0,
  to: 1,
  change(config, { schema }) {
    const { $schema: old, ...rest } = config
    if (old === schema) return undefined
    const note =
      old === undefined
        ? `$schema is named, so that editors complete the keys: ${schema}`
        : `$schema led to ${JSON.stringify(old)}; it names the installed schema now: ${schema}`
    // An existing key keeps its position.
    return { config: old === undefined ? { $schema: schema, ...rest } : { ...config, $schema: schema }, note }
  },
}

export const MIGRATIONS: readonly Migration[] = [nameSchema]

/** The newest form in a table. */
export const newest = (table: readonly Migration[]) => table.reduce((most, { to }) => Math.max(most, to), 0)

export type Migrated = { config: JsonObject; from: number; to: number; notes: string[] }

/**
 * Applies the migrations that a config needs, in order. `from`: the lowest form of a migration that changed something,
 * because a config does not say its form itself.
 */
export function migrate(config: JsonObject, facts: Facts, table: readonly Migration[] = MIGRATIONS): Migrated {
  const to = newest(table)
  let from = to
  let current = config
  const notes: string[] = []
  for (const step of [...table].sort((a, b) => a.from - b.from)) {
    const done = step.change(current, facts)
    if (!done) continue
    from = Math.min(from, step.from)
    current = done.config
    notes.push(done.note)
  }
  return { config: current, from, to, notes }
}
