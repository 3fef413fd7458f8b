/** The functions of a project's source: what they return, and their parameters. */
import type { ESTree, Node } from '../stages/parse.ts'
import { isDict, type Value } from './value.ts'

type Callable = ESTree.Function | ESTree.ArrowFunctionExpression

const isFunction = (node: Node): node is Callable =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/**
 * Whether a condition holds, and whether two expressions have the same value; undefined if the source alone cannot
 * tell.
 */
export type Decide = {
  truth: (node: Node) => boolean | undefined
  same: (one: Node, other: Node) => boolean | undefined
}

/** The expression that a function returns; undefined when it returns none. */
export function bodyOf(node: Node, decide: Decide): Node | undefined {
  if (!isFunction(node) || !node.body) return undefined
  return node.body.type === 'BlockStatement' ? returnedBy(node.body.body, decide) : node.body
}

/**
 * The expression of the first `return` that is reached. An `if` that cannot be decided is passed over: a later `return`
 * wins, else that of its `then` branch (its `else` is not read). A `return` after a `switch` wins over those inside it.
 */
function returnedBy(statements: readonly Node[], decide: Decide): Node | undefined {
  let last: Node | undefined
  for (const each of statements) {
    if (each.type === 'ReturnStatement') return each.argument ?? undefined
    if (each.type === 'IfStatement' && returns(each)) {
      const isTrue = decide.truth(each.test)
      const branch = isTrue === undefined ? undefined : isTrue ? each.consequent : each.alternate
      const found = branch && returnedBy(blockOf(branch), decide)
      if (found) return found
      if (isTrue === undefined) last = returnedBy(blockOf(each.consequent), decide) ?? last
    }
    if (each.type === 'SwitchStatement') last = caseOf(each, decide) ?? last
  }
  return last
}

function caseOf({ discriminant, cases }: ESTree.SwitchStatement, decide: Decide): Node | undefined {
  const chosen = cases.findIndex(({ test }) => test && decide.same(discriminant, test) === true)
  const from = chosen === -1 ? cases.findIndex(({ test }) => !test) : chosen
  return from === -1
    ? undefined
    : returnedBy(
        cases.slice(from).flatMap((each) => each.consequent as Node[]),
        decide,
      )
}

/** Whether a statement contains a `return` that is not part of a function inside it. */
function returns(node: Node): boolean {
  if (node.type === 'ReturnStatement') return true
  return (
    !isFunction(node) &&
    Object.values(node as unknown as Record<string, unknown>)
      .flat()
      .some((each) => isNode(each) && returns(each))
  )
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** A change of a list or an object: `list.push(…)`, `object[key] = …`, or one that cannot be followed. */
export type Mutation = { name: string; node: Node; tests: readonly Node[] } & (
  { kind: 'push'; args: readonly Node[] } | { kind: 'set'; key: Node | string; value: Node } | { kind: 'other' }
)

/**
 * Changes that the statements make, with the conditions around them. Does not look into `else` branches, loops and
 * functions.
 */
export function mutationsOf(statements: readonly Node[], tests: readonly Node[] = []): Mutation[] {
  return statements.flatMap((each): Mutation[] => {
    if (each.type === 'BlockStatement') return mutationsOf(each.body as Node[], tests)
    if (each.type === 'IfStatement') return mutationsOf([each.consequent], [...tests, each.test])
    const { expression } = each.type === 'ExpressionStatement' ? each : { expression: undefined }
    if (expression?.type === 'AssignmentExpression' && expression.left.type === 'MemberExpression') {
      const { object, property, computed } = expression.left
      if (object.type !== 'Identifier' || expression.operator !== '=') return []
      const key = !computed && property.type === 'Identifier' ? property.name : property
      return [{ kind: 'set', name: object.name, node: each, tests, key, value: expression.right }]
    }
    if (expression?.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return []
    const { object, property } = expression.callee
    if (object.type !== 'Identifier' || property.type !== 'Identifier') return []
    if (property.name === 'push')
      return [{ kind: 'push', name: object.name, node: each, tests, args: expression.arguments }]
    return /^(?:unshift|splice|pop|shift)$/.test(property.name)
      ? [{ kind: 'other', name: object.name, node: each, tests }]
      : []
  })
}

export const statementsOf = (node: Node): readonly Node[] =>
  isFunction(node) && node.body?.type === 'BlockStatement' ? node.body.body : []

const blockOf = (node: Node): readonly Node[] => (node.type === 'BlockStatement' ? (node.body as Node[]) : [node])

/** The parameters by name, as the call gives them. `read` evaluates a parameter's default. */
export function parametersOf(node: Node, args: readonly Value[], read: (node: Node) => Value): Map<string, Value> {
  const found = new Map<string, Value>()
  if (!isFunction(node)) return found
  const bind = (pattern: Node, value: Value): void => {
    if (pattern.type === 'Identifier') found.set(pattern.name, value)
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left, value === undefined ? read(pattern.right) : value)
    else if (pattern.type === 'ObjectPattern') {
      for (const each of pattern.properties) {
        if (each.type === 'Property' && each.key.type === 'Identifier')
          bind(each.value, isDict(value) ? value.get(each.key.name) : undefined)
      }
    } else if (pattern.type === 'ArrayPattern') {
      for (const [index, each] of pattern.elements.entries())
        if (each && each.type !== 'RestElement') bind(each, Array.isArray(value) ? value[index] : undefined)
    }
  }
  for (const [index, each] of (node.params as Node[]).entries()) bind(each, args[index])
  return found
}
