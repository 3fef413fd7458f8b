/** Finds what is new in a version of a plugin that the config names already. Pure functions. */
import { isObject, type JsonObject, type Permissions, type Piece } from '../../../schema/pieces.ts'
import { aboutOption, requiredOptions } from '../../../schema/requiredOptions.ts'
import { permissionsOf } from '../../package.ts'

export type NewOption = { option: string; isRequired: boolean; about: string | undefined }

export type News = {
  /** The versions before and now; `undefined` if the plugin has none, or cannot be read. */
  from: string | undefined
  to: string | undefined
  /** What the plugin asks for, and the site has not granted. */
  permissions: Permissions
  /** The plugins that it requires now and did not require before. */
  requires: readonly string[]
  options: readonly NewOption[]
}

/**
 * Compares a plugin with `before`, the version that the project has now, and with what the site has granted. Without
 * `before`, for example because its package is gone, its options and required plugins are not known, so none counts as
 * new.
 */
export function newsOf(piece: Piece, before: Piece | undefined, granted: Permissions): News {
  const kinds = Object.keys(piece.permissions) as (keyof Permissions)[]
  const fresh = kinds.map((kind) => [kind, piece.permissions[kind].filter((each) => !granted[kind].includes(each))])
  const known = before ? namesIn(before.schema) : undefined
  return {
    from: before?.guest?.version,
    to: piece.guest?.version,
    permissions: permissionsOf(Object.fromEntries(fresh)),
    requires: before ? piece.requires.filter((each) => !before.requires.includes(each)) : [],
    options: known ? newOptions(piece.schema, known, requiredOptions(before?.schema)) : [],
  }
}

/** Options that are new, and those that a site has to write from now on. */
function newOptions(
  schema: JsonObject | undefined,
  known: readonly string[],
  wasRequired: readonly string[],
): NewOption[] {
  const required = requiredOptions(schema)
  return namesIn(schema)
    .filter((option) => !known.includes(option) || (required.includes(option) && !wasRequired.includes(option)))
    .map((option) => ({ option, isRequired: required.includes(option), about: aboutOption(schema, option) }))
}

const namesIn = (schema: JsonObject | undefined) =>
  Object.keys(isObject(schema?.properties) ? schema.properties : {}).filter((name) => name !== '$schema')

export const hasNews = ({ permissions, requires, options }: News) =>
  Object.values(permissions).some((list) => list.length > 0) || requires.length > 0 || options.length > 0
