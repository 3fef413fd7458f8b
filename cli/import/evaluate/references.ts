/** Evaluates names, members of values, and environment variables. */
import type { ESTree, Node } from '../../stages/parse.ts'
import { builtIn } from '../environment.ts'
import { memberOf, SVELTE_ENVIRONMENT } from '../members.ts'
import type { Module, Part } from '../project.ts'
import { isInner } from '../scope.ts'
import { Given, isDict, mayHaveMore, Unset, type Value } from '../value.ts'
import { type Evaluation, textOf, unread } from './evaluation.ts'

/** The `source` of a `Given` that stands for `process.env` or `import.meta.env`, in place of a package's name. */
const ENVIRONMENT = 'process.env'

export function named(at: Evaluation, module: Module, name: string, node: Node): Value {
  if (at.scope.has(name)) return at.scope.get(name)
  const local = module.locals(name, node.start)
  // The statements of the block may change the list or object, as those of the module do at the top level.
  if (local) return at.mutate(module, name, part(at, module, local, node), local.block?.body ?? [])
  if (isInner(module.program, { name, start: node.start })) return unread(module, node)
  const init = module.constants.get(name)
  if (init) return at.constant(module, name, init)
  const piece = module.parts.get(name)
  if (piece) return part(at, module, piece, node)
  const imported = module.imports.get(name)
  const found = imported && at.names.imported(module, imported)
  return found ? found.value : unread(module, node)
}

/** The value of a constant that is taken out of another value: `const { chains } = configureChains(…)`. */
function part(at: Evaluation, module: Module, { init, path }: Part, node: Node): Value {
  return path.reduce<Value>((inner, key) => access(at, inner, key) ?? unread(module, node), at.read(module, init))
}

function access(at: Evaluation, inner: Value, key: string | number): Value {
  if (inner instanceof Given && inner.source === ENVIRONMENT) return variable(at, String(key), `${ENVIRONMENT}.${key}`)
  const found = memberOf(inner, key)
  return found instanceof Given && found !== inner ? at.lookup(found) : found
}

export function member(at: Evaluation, module: Module, node: ESTree.MemberExpression): Value {
  if (/^(?:process|import\.meta|globalThis\.process)\.env$/.test(textOf(module, node).replaceAll('?.', '.')))
    return new Given('*', ENVIRONMENT)
  const key =
    node.property.type === 'Identifier' && !node.computed ? node.property.name : at.read(module, node.property)
  const inner = at.read(module, node.object)
  if (typeof key !== 'string' && typeof key !== 'number') return unread(module, node)
  if (inner instanceof Given && inner.source === ENVIRONMENT) return variable(at, String(key), textOf(module, node))
  if (isDict(inner)) {
    return inner.has(String(key)) || !mayHaveMore(inner) ? inner.get(String(key)) : unread(module, node)
  }
  const found = access(at, inner, key)
  return found === undefined && !Array.isArray(inner) ? unread(module, node) : found
}

/** The value of a name that a package exports: an environment variable in SvelteKit, else what `data` returns. */
export function exported(at: Evaluation, given: Given, data: (given: Given) => Value): Value {
  if (!SVELTE_ENVIRONMENT.test(given.source)) return data(given)
  return given.name === 'env' ? new Given('*', ENVIRONMENT) : variable(at, given.name, given.name)
}

/**
 * The value of an environment variable, with a note about its file. In a condition, only a production file's value
 * counts. If no file sets the variable, the value that build tools set, else `Unset`.
 */
function variable(at: Evaluation, name: string, code: string): Value {
  const set = at.environment.get(name)
  if (set && !(at.deciding && !set.production)) {
    if (set.sample) at.note(`${name} has no value but the sample in ${set.file}, which was taken.`)
    else at.note(`${name} was read from ${set.file}.`)
    return set.value
  }
  return builtIn(name) ?? new Unset(code)
}

export const isNamed = (at: Evaluation, module: Module, { name, start }: { name: string; start: number }) =>
  at.scope.has(name) ||
  module.constants.has(name) ||
  module.parts.has(name) ||
  module.imports.has(name) ||
  module.locals(name, start) !== undefined

export const origin = (at: Evaluation, module: Module, node: { name: string; start: number }): Given | undefined =>
  module.constants.has(node.name) || isInner(module.program, node) ? undefined : at.names.origin(module, node.name)
