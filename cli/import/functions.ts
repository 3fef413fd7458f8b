/** The functions of a project's source: what they return, and their parameters. */
import { type ESTree, type Node, walk } from '../stages/parse.ts'
import { isCode, isDict, mayHaveMore, Unread, type Value } from './value.ts'

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

/** The expressions that a function may return, the likeliest first; none when it returns none. */
export function bodiesOf(node: Node, decide: Decide): Node[] {
  if (!isFunction(node) || !node.body) return []
  return node.body.type === 'BlockStatement' ? returnedBy(node.body.body, decide) : [node.body]
}

/**
 * The expression of the first `return` that is reached, then those that code may reach instead. Those of an `if` that
 * cannot be decided come after a later `return`, its `then` branch before its `else`. A `return` after a `switch` comes
 * before those inside it, unless the source tells which case is taken.
 */
function returnedBy(statements: readonly Node[], decide: Decide): Node[] {
  let open: Node[] = []
  for (const each of statements) {
    if (each.type === 'ReturnStatement') return [...(each.argument ? [each.argument] : []), ...open]
    if (each.type === 'IfStatement' && returns(each)) {
      const isTrue = decide.truth(each.test)
      const [then, otherwise] = [each.consequent, each.alternate].map((branch) =>
        branch ? returnedBy(blockOf(branch), decide) : [],
      )
      const found = isTrue === undefined ? [] : ((isTrue ? then : otherwise) ?? [])
      if (found.length) return [...found, ...open]
      if (isTrue === undefined) open = [...(then ?? []), ...(otherwise ?? []), ...open]
    }
    if (each.type === 'SwitchStatement') {
      const { found, isSure } = caseOf(each, decide)
      if (found.length && isSure) return [...found, ...open]
      open = [...found, ...open]
    }
  }
  return open
}

/**
 * The `return` of the case that is taken, up to its `break`. `isSure`: the source decides every case before it, and
 * nothing in the case may leave the switch before that `return`.
 */
function caseOf({ discriminant, cases }: ESTree.SwitchStatement, decide: Decide) {
  const holds = cases.map(({ test }) => test && decide.same(discriminant, test))
  const chosen = holds.indexOf(true)
  const from = chosen === -1 ? cases.findIndex(({ test }) => !test) : chosen
  const isDecided = !(chosen === -1 ? holds : holds.slice(0, chosen)).includes(undefined)
  if (from === -1) return { found: [], isSure: false }
  const all = cases.slice(from).flatMap((each) => unwrapped(each.consequent as Node[]))
  const end = all.findIndex(({ type }) => type === 'BreakStatement')
  const taken = end === -1 ? all : all.slice(0, end)
  const first = taken.findIndex(returns)
  const isPlain = taken[first]?.type === 'ReturnStatement' && !taken.slice(0, first).some(breaks)
  return { found: returnedBy(taken, decide), isSure: isDecided && isPlain }
}

/** The statements, with the statements of each block in the block's place. */
const unwrapped = (statements: readonly Node[]): Node[] =>
  statements.flatMap((each) => (each.type === 'BlockStatement' ? unwrapped(each.body as Node[]) : [each]))

/** Whether a statement contains a `break`. */
function breaks(node: Node): boolean {
  let found = false
  walk(node, ({ type }) => (found ||= type === 'BreakStatement'))
  return found
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

export const statementsOf = (node: Node): readonly Node[] =>
  isFunction(node) && node.body?.type === 'BlockStatement' ? node.body.body : []

const blockOf = (node: Node): readonly Node[] => (node.type === 'BlockStatement' ? (node.body as Node[]) : [node])

/**
 * The member that a pattern takes from an argument. Unread if it may have one that cannot be read, so that the pattern's
 * default does not count for it.
 */
function member(value: Value, key: string): Value {
  if (!isDict(value)) return isCode(value) ? new Unread(key) : undefined
  return value.has(key) || !mayHaveMore(value) ? value.get(key) : new Unread(key)
}

/** The parameters by name, as the call gives them. `read` evaluates a parameter's default. */
export function parametersOf(node: Node, args: readonly Value[], read: (node: Node) => Value): Map<string, Value> {
  const found = new Map<string, Value>()
  if (!isFunction(node)) return found
  const bind = (pattern: Node, value: Value): void => {
    if (pattern.type === 'Identifier') found.set(pattern.name, value)
    else if (pattern.type === 'AssignmentPattern') bind(pattern.left, value === undefined ? read(pattern.right) : value)
    else if (pattern.type === 'ObjectPattern') {
      for (const each of pattern.properties) {
        if (each.type === 'Property' && each.key.type === 'Identifier') bind(each.value, member(value, each.key.name))
      }
    } else if (pattern.type === 'ArrayPattern') {
      for (const [index, each] of pattern.elements.entries())
        if (each && each.type !== 'RestElement') bind(each, Array.isArray(value) ? value[index] : undefined)
    }
  }
  for (const [index, each] of (node.params as Node[]).entries()) bind(each, args[index])
  return found
}
