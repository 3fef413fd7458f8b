/** Configs of older forms -> today's. A form has a number; a migration leads from one to the next. Pure. */
import type { JsonObject } from '../../schema/pieces.ts'

/** What a migration may know of the project. */
export type Facts = {
  /** The schema's path from the config's folder, as `$schema` names it. */
  schema: string
}
export type Migration = {
  from: number
  to: number
  /** A changed copy, and what was done, in one sentence; undefined where this config needs nothing. */
  change: (config: JsonObject, facts: Facts) => { config: JsonObject; note: string } | undefined
}

/** Form 0 names no schema, or one that is not the installed package's. */
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
    // A key that is there keeps its place.
    return { config: old === undefined ? { $schema: schema, ...rest } : { ...config, $schema: schema }, note }
  },
}

export const MIGRATIONS: readonly Migration[] = [nameSchema]

/** The newest form of a table. */
export const newest = (table: readonly Migration[]) => table.reduce((most, { to }) => Math.max(most, to), 0)

export type Migrated = { config: JsonObject; from: number; to: number; notes: string[] }

/** Applies what a config needs, in order. The form of a config is told by what the migrations find in it. */
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
