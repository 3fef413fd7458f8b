/** The functions of a project's source: what they return, and their parameters. */
import type { ESTree, Node } from '../stages/parse.ts'
import { isDict, type Value } from './value.ts'

type Callable = ESTree.Function | ESTree.ArrowFunctionExpression

const isFunction = (node: Node): node is Callable =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/** Decides a condition, or whether a case of a switch is the one; undefined when reading alone cannot. */
export type Decide = {
  truth: (node: Node) => boolean | undefined
  same: (one: Node, other: Node) => boolean | undefined
}

/** The expression that a function returns; undefined when it returns none. */
export function bodyOf(node: Node, decide: Decide): Node | undefined {
  if (!isFunction(node) || !node.body) return undefined
  return node.body.type === 'BlockStatement' ? returnedBy(node.body.body as Node[], decide) : node.body
}

/** The statements are gone through as far as conditions can be decided; else the last `return` counts. */
function returnedBy(statements: readonly Node[], decide: Decide): Node | undefined {
  let last: Node | undefined
  for (const each of statements) {
    if (each.type === 'ReturnStatement') return each.argument ?? undefined
    if (each.type === 'IfStatement') {
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
