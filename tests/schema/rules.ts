/** The rules of this repository's source, as the CLI reads them. */
import { loadRules } from '../../cli/stages/load.ts'
import type { JsonObject } from '../../schema/pieces.ts'
import type { Rules } from '../../schema/validate.ts'

export const rules: Rules = await loadRules()

/** The same rules, as if every plugin were available. */
export const builtRules: Rules = { ...rules, pieces: rules.pieces.map((piece) => ({ ...piece, available: true })) }

/** The smallest valid config, with changes. */
export const config = (changes: JsonObject = {}): JsonObject => ({
  projectId: 'test',
  networks: ['eip155:1'],
  ...changes,
})
