/** The rules of the tree, as the CLI reads them. */
import { loadRules } from '../../cli/stages/load.ts'
import type { JsonObject } from '../../schema/pieces.ts'
import type { Rules } from '../../schema/validate.ts'

export const rules: Rules = await loadRules()

/** The rules of a version in which every plugin is built. */
export const builtRules: Rules = { ...rules, pieces: rules.pieces.map((piece) => ({ ...piece, available: true })) }

/** The smallest config that passes, with changes. */
export const config = (changes: JsonObject = {}): JsonObject => ({
  projectId: 'test',
  networks: ['eip155:1'],
  ...changes,
})
