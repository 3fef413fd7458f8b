/** Finds the statements of a project's source that change a list or an object after its declaration. */
import { type Node, walk } from '../stages/parse.ts'

/**
 * A condition around a change. `holds`: true if the change runs when the condition is true, false if it runs in `else`.
 */
export type Test = { node: Node; holds: boolean }

/** A change of a list or an object: `list.push(…)`, `object[key] = …`, `name = …`, or one that cannot be followed. */
export type Mutation = { name: string; node: Node; tests: readonly Test[] } & (
  | { kind: 'push'; args: readonly Node[] }
  | { kind: 'set'; key: Node | string; value: Node }
  | { kind: 'deep'; path: readonly string[]; value: Node }
  | { kind: 'assign'; value: Node }
  | { kind: 'other' }
)

/**
 * Changes that the statements make, with the conditions around them. A change inside a loop, a `switch`, a callback or
 * a larger expression is of kind `other`. Does not look into functions that the statements only declare.
 */
export function mutationsOf(statements: readonly Node[]): readonly Mutation[] {
  const cached = known.get(statements) ?? mutationsUnder(statements, [])
  known.set(statements, cached)
  return cached
}

/**
 * Caches the changes of each list of statements, because they are needed again for each constant that the list
 * declares.
 */
const known = new WeakMap<readonly Node[], readonly Mutation[]>()

function mutationsUnder(statements: readonly Node[], tests: readonly Test[]): Mutation[] {
  return statements.flatMap((each): Mutation[] => {
    if (each.type === 'BlockStatement') return mutationsUnder(each.body as Node[], tests)
    if (each.type === 'IfStatement')
      return [
        ...mutationsUnder([each.consequent], [...tests, { node: each.test, holds: true }]),
        ...(each.alternate ? mutationsUnder([each.alternate], [...tests, { node: each.test, holds: false }]) : []),
      ]
    return [plainOf(each, tests) ?? othersIn(each, tests)].flat()
  })
}

/** The change that a statement makes, if the statement does nothing else; else undefined. */
function plainOf(node: Node, tests: readonly Test[]): Mutation | undefined {
  const { expression } = node.type === 'ExpressionStatement' ? node : { expression: undefined }
  if (expression?.type === 'AssignmentExpression' && expression.left.type === 'MemberExpression') {
    const { object, property, computed } = expression.left
    const path = pathOf(expression.left)
    if (path.length > 2 && expression.operator === '=' && !hasChange(expression.right)) {
      const [name = '', ...rest] = path
      return { kind: 'deep', name, node, tests, path: rest, value: expression.right }
    }
    if (object.type !== 'Identifier' || expression.operator !== '=' || hasChange(expression.right)) return undefined
    const key = !computed && property.type === 'Identifier' ? property.name : property
    return { kind: 'set', name: object.name, node, tests, key, value: expression.right }
  }
  if (expression?.type === 'AssignmentExpression' && expression.left.type === 'Identifier') {
    if (expression.operator !== '=' || hasChange(expression.right)) return undefined
    return { kind: 'assign', name: expression.left.name, node, tests, value: expression.right }
  }
  if (expression?.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return undefined
  const { object, property } = expression.callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier' || property.name !== 'push') return undefined
  return { kind: 'push', name: object.name, node, tests, args: expression.arguments }
}

const hasChange = (node: Node) => othersIn(node, []).length > 0

/** The lists and objects that a statement changes somewhere, each once, as changes that cannot be followed. */
function othersIn(node: Node, tests: readonly Test[]): Mutation[] {
  const names = new Set<string>()
  const declared = new Set<Node>()
  const look = (root: Node) =>
    walk(root, (each) => {
      // A function that is only declared does not run here; a function that is passed to a call may run.
      if (each.type === 'FunctionDeclaration') declared.add(each)
      if (each.type === 'VariableDeclarator' && each.init && isFunction(each.init)) declared.add(each.init)
      const name = changedBy(each)
      if (name !== undefined && ![...declared].some(({ start, end }) => start <= each.start && each.end <= end))
        names.add(name)
    })
  look(node)
  return [...names].map((name) => ({ kind: 'other', name, node, tests }))
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** The name of the list or object that a call or an assignment changes. */
function changedBy(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression')
    return node.left.type === 'MemberExpression' ? rootOf(node.left.object) : undefined
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property } = node.callee
  if (property.type !== 'Identifier') return undefined
  if (object.type === 'Identifier' && object.name === 'Object' && property.name === 'assign')
    return node.arguments[0]?.type === 'Identifier' ? node.arguments[0].name : undefined
  return /^(?:push|unshift|splice|pop|shift)$/.test(property.name) ? rootOf(object) : undefined
}

/** The names in a chain of plain members: `['theme', 'colors', 'modalText']`; empty for other expressions. */
function pathOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return []
  const inner = pathOf(node.object)
  return inner.length ? [...inner, node.property.name] : []
}

/** The name that a member expression begins with: `config` for `config.chains[0]`; undefined if it begins otherwise. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return node.type === 'Identifier' ? node.name : undefined
}
