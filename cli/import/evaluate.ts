/** Evaluates source code statically: literals, constants, and imports between the project's files. */
import type { ESTree, Node } from '../stages/parse.ts'
import type { Module, SourceProject } from './project.ts'
import { Call, Given, isDict, Unread, type Value } from './value.ts'

export type Reader = {
  /** The value of an expression in a module. */
  read: (module: Module, node: Node) => Value
  /** The package and name that a module's identifier was imported from, if it comes from a package. */
  origin: (module: Module, name: string) => Given | undefined
  /** Notes about values that were used although the code may choose others at run time. */
  notes: string[]
}

/** `data` returns the value of a name that a package exports, if that is known data, such as a network. */
export function createReader(project: SourceProject, data: (given: Given) => Value): Reader {
  const notes: string[] = []
  const busy = new Set<Node>()

  function read(module: Module, node: Node): Value {
    // A constant that depends on itself has no value.
    if (busy.has(node)) return unread(module, node)
    busy.add(node)
    try {
      return value(module, node)
    } finally {
      busy.delete(node)
    }
  }

  const unread = (module: Module, { start, end }: Node) => new Unread(module.text.slice(start, end))

  function value(module: Module, node: Node): Value {
    switch (node.type) {
      case 'Literal':
        return node.value === null || ['string', 'number', 'boolean'].includes(typeof node.value)
          ? (node.value as Value)
          : unread(module, node)
      case 'TemplateLiteral':
        return template(module, node)
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'JSXExpressionContainer':
        return read(module, node.expression)
      case 'ArrayExpression':
        return list(module, node)
      case 'ObjectExpression':
        return object(module, node)
      case 'Identifier':
        return node.name === 'undefined' ? undefined : named(module, node.name, node)
      case 'MemberExpression':
        return member(module, node)
      case 'CallExpression':
      case 'NewExpression':
        return call(module, node)
      case 'LogicalExpression':
        return logical(module, node)
      case 'UnaryExpression': {
        const inner = read(module, node.argument)
        if (node.operator === '-' && typeof inner === 'number') return -inner
        if (node.operator === '!' && typeof inner === 'boolean') return !inner
        return unread(module, node)
      }
      default:
        return unread(module, node)
    }
  }

  function template(module: Module, node: ESTree.TemplateLiteral): Value {
    let text = ''
    for (const [index, { value: part }] of node.quasis.entries()) {
      text += part.cooked ?? ''
      const expression = node.expressions[index]
      if (!expression) continue
      const inner = read(module, expression)
      if (typeof inner !== 'string' && typeof inner !== 'number') return unread(module, node)
      text += String(inner)
    }
    return text
  }

  function list(module: Module, { elements }: ESTree.ArrayExpression): Value {
    return elements.flatMap((element): Value[] => {
      if (!element) return []
      if (element.type !== 'SpreadElement') return [read(module, element)]
      const inner = read(module, element.argument)
      return Array.isArray(inner) ? inner : [unread(module, element)]
    })
  }

  function object(module: Module, { properties }: ESTree.ObjectExpression): Value {
    const found = new Map<string, Value>()
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const inner = read(module, property.argument)
        if (isDict(inner)) for (const [key, item] of inner) found.set(key, item)
        else found.set(module.text.slice(property.start, property.end), unread(module, property))
        continue
      }
      const key = keyOf(module, property)
      if (key !== undefined) found.set(key, property.method ? unread(module, property) : read(module, property.value))
      else found.set(module.text.slice(property.key.start, property.key.end), unread(module, property))
    }
    return found
  }

  function keyOf(module: Module, { key, computed }: ESTree.ObjectProperty): string | undefined {
    if (!computed && key.type === 'Identifier') return key.name
    const inner = read(module, key)
    return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : undefined
  }

  function named(module: Module, name: string, node: Node): Value {
    const init = module.constants.get(name)
    if (init) return read(module, init)
    const imported = module.imports.get(name)
    if (!imported) return unread(module, node)
    const other = project.find(module, imported.source)
    if (other) return exported(other, imported.name) ?? unread(module, node)
    return data(new Given(imported.name, imported.source))
  }

  /** `seen` holds the names followed so far, because modules may re-export each other's names in a circle. */
  function exported(module: Module, name: string, seen = new Set<string>()): Value {
    if (isSeen(seen, module, name)) return undefined
    const found = module.exports.get(name)
    if (found && 'local' in found) {
      const init = module.constants.get(found.local)
      if (init) return read(module, init)
      const imported = module.imports.get(found.local)
      return imported && follow(module, imported.source, imported.name, seen)
    }
    if (found) return follow(module, found.source, found.name, seen)
    for (const source of module.stars) {
      const other = project.find(module, source)
      const inner = other && exported(other, name, seen)
      if (inner !== undefined) return inner
    }
    return undefined
  }

  function follow(module: Module, source: string, name: string, seen: Set<string>): Value {
    const other = project.find(module, source)
    return other ? exported(other, name, seen) : data(new Given(name, source))
  }

  function member(module: Module, node: ESTree.MemberExpression): Value {
    const key = node.property.type === 'Identifier' && !node.computed ? node.property.name : read(module, node.property)
    const inner = read(module, node.object)
    if (isDict(inner) && (typeof key === 'string' || typeof key === 'number')) {
      // A missing member may come from a `...rest` that cannot be evaluated.
      const isWhole = ![...inner].some(([name, item]) => item instanceof Unread && name.startsWith('...'))
      return inner.has(String(key)) || isWhole ? inner.get(String(key)) : unread(module, node)
    }
    if (Array.isArray(inner) && typeof key === 'number') return inner[key]
    return unread(module, node)
  }

  function call(module: Module, node: ESTree.CallExpression | ESTree.NewExpression): Value {
    const given = node.callee.type === 'Identifier' ? origin(module, node.callee.name) : undefined
    if (!given) return unread(module, node)
    const args = node.arguments.map((each) =>
      each.type === 'SpreadElement' ? unread(module, each) : read(module, each),
    )
    // defineChain returns the network that is written out as its argument.
    if (given.name === 'defineChain' && isDict(args[0])) return args[0]
    return new Call(given.name, given.source, args)
  }

  function logical(module: Module, node: ESTree.LogicalExpression): Value {
    const left = read(module, node.left)
    if (node.operator === '&&') return left ? (left instanceof Unread ? left : read(module, node.right)) : left
    const decided = node.operator === '??' ? left !== undefined && left !== null : Boolean(left)
    if (!(left instanceof Unread)) return decided ? left : read(module, node.right)
    const right = read(module, node.right)
    if (right instanceof Unread) return left
    const note = `${left.code} is not known here; what stands behind it was taken.`
    if (!notes.includes(note)) notes.push(note)
    return right
  }

  function origin(module: Module, name: string, seen = new Set<string>()): Given | undefined {
    const imported = module.imports.get(name)
    if (!imported || module.constants.has(name)) return undefined
    return giver(module, imported.source, imported.name, seen)
  }

  /** The package that a name finally comes from, followed through the project's own modules. */
  function giver(module: Module, source: string, name: string, seen: Set<string>): Given | undefined {
    const other = project.find(module, source)
    if (!other) return new Given(name, source)
    if (isSeen(seen, other, name)) return undefined
    const found = other.exports.get(name)
    if (found) return 'local' in found ? origin(other, found.local, seen) : giver(other, found.source, found.name, seen)
    for (const star of other.stars) {
      const inner = giver(other, star, name, seen)
      if (inner) return inner
    }
    return undefined
  }

  return { read, origin, notes }
}

/** Whether this lookup has already asked the module for the name. Also records the name. */
function isSeen(seen: Set<string>, { file }: Module, name: string): boolean {
  const key = `${file}\n${name}`
  if (seen.has(key)) return true
  seen.add(key)
  return false
}
