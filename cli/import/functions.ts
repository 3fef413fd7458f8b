/** The functions of a project's source: what they return, and their parameters. */
import type { ESTree, Node } from '../stages/parse.ts'
import { isDict, type Value } from './value.ts'

type Callable = ESTree.Function | ESTree.ArrowFunctionExpression

const isFunction = (node: Node): node is Callable =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/** The expression that a function returns last; undefined when it returns none. */
export function bodyOf(node: Node): Node | undefined {
  if (!isFunction(node) || !node.body) return undefined
  if (node.body.type !== 'BlockStatement') return node.body
  const returned = (node.body.body as Node[]).filter((each) => each.type === 'ReturnStatement').at(-1)
  return returned?.type === 'ReturnStatement' ? (returned.argument ?? undefined) : undefined
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
