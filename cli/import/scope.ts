/** Tells which identifiers of a module mean its top-level names: imports, constants and functions. */
import type { ESTree, Node } from '../stages/parse.ts'
import { lateImports } from './lateImports.ts'

export type Identifier = { name: string; start: number; end: number }
type Range = { start: number; end: number }
type Scopes = {
  /** By name, the ranges in which the name means a parameter or a variable of a function or a block. */
  inner: Map<string, Range[]>
  /**
   * Every identifier that names a constant, function, parameter or import. Left out are keys of objects, and members as
   * in `object.member`.
   */
  uses: Identifier[]
  /** What the code takes from a dynamic import: the names in `const { createAppKit } = await import('…')`. */
  late: Set<string>
}

const known = new WeakMap<ESTree.Program, Scopes>()

/** Whether an identifier means a name that a function or a block declares, and not the module's own name. */
export const isInner = (program: ESTree.Program, { name, start }: { name: string; start: number }): boolean =>
  (scopesOf(program).inner.get(name) ?? []).some((each) => each.start <= start && start < each.end)

/** The identifiers that mean the module's own `name`, also the one that declares it. */
export const usesOf = (program: ESTree.Program, name: string): Identifier[] =>
  scopesOf(program).uses.filter((each) => each.name === name && !isInner(program, each))

/** Whether the module has this name anywhere, so that a new import of it could clash. */
export const hasName = (program: ESTree.Program, name: string): boolean =>
  scopesOf(program).inner.has(name) || scopesOf(program).uses.some((each) => each.name === name)

function scopesOf(program: ESTree.Program): Scopes {
  const cached = known.get(program)
  if (cached) return cached
  const scopes: Scopes = { inner: new Map(), uses: [], late: new Set() }
  known.set(program, scopes)
  visit(scopes, program, undefined, undefined)
  return scopes
}

/**
 * Collects the names that a node and everything inside it declares and uses. `block` is the scope of a `const`, `let`,
 * function or class that is declared here, `body` that of a `var`; both are undefined at the top level.
 */
function visit(scopes: Scopes, node: Node, block: Range | undefined, body: Range | undefined): void {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') scopes.uses.push(node)
  // Names of a module that is loaded here count as imports, also inside functions.
  const loading = node.type === 'VariableDeclaration' ? node.declarations : [node]
  for (const { pattern } of loading.flatMap(lateImports)) for (const name of namesIn(pattern)) scopes.late.add(name)
  const declare = (pattern: Node, range: Range | undefined) => {
    const names = range ? namesIn(pattern).filter((name) => !scopes.late.has(name)) : []
    if (range) for (const name of names) scopes.inner.set(name, [...(scopes.inner.get(name) ?? []), range])
  }
  if (node.type === 'VariableDeclaration')
    for (const each of node.declarations) declare(each.id, node.kind === 'var' ? body : block)
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id) declare(node.id, block)
  const isFunction = 'params' in node && 'body' in node
  if (isFunction) for (const each of [node.params].flat()) declare(each, node)
  if (node.type === 'CatchClause' && node.param) declare(node.param, node)
  const ownBlock = isFunction || /^(?:BlockStatement|For\w*Statement|SwitchStatement|CatchClause)$/.test(node.type)
  const skipped = skippedIn(node)
  for (const inner of Object.values(node as unknown as Record<string, unknown>).flat())
    if (isNode(inner) && inner !== skipped) visit(scopes, inner, ownBlock ? node : block, isFunction ? node : body)
}

/**
 * The part of a node that only looks like a name: a key, a member, or the other module's name in an import or export.
 */
function skippedIn(node: Node): unknown {
  const { type, computed, ...parts } = node as unknown as Record<string, unknown>
  switch (type) {
    case 'MemberExpression':
      return computed === true ? undefined : parts.property
    case 'JSXMemberExpression':
      return parts.property
    case 'JSXAttribute':
      return parts.name
    case 'ImportSpecifier':
      return parts.imported === parts.local ? undefined : parts.imported
    case 'ExportSpecifier':
      return parts.exported === parts.local ? undefined : parts.exported
    case 'TSQualifiedName':
      return parts.right
    case 'TSEnumMember':
      return parts.id
    default:
      // `{ name }` has one node as its key and its value, or two in the same place.
      return computed === true || parts.key === parts.value ? undefined : parts.key
  }
}

function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'Property' ? each.value : each))
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesIn(each) : []))
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
