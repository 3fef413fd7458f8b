/** The parameters of the functions around an expression, as the project's own code gives them. */
import { type ESTree, type Node, walk } from '../../stages/parse.ts'
import { parametersOf } from '../functions.ts'
import { isMinor } from '../minor.ts'
import type { Module } from '../project.ts'
import { isDict, Own, toJson, Unread, type Value } from '../value.ts'
import { type Evaluation, textOf, unread } from './evaluation.ts'

type Around = { name: string; node: Node }

/** A call of a function, or an element of a component, with what it gives to the parameters. */
type Use = { module: Module; args: Value[] }

/**
 * The parameters in whose scope an expression stands: `start({ projectId })` gives those of `function start({ projectId
 * }) { createAppKit({ projectId }) }`. Functions that the project does not call have none.
 */
export function scopeAround(at: Evaluation, module: Module, { start, end }: Node): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const { name, node } of functionsOf(module)) {
    if (node.start > start || end > node.end) continue
    if (!('params' in node) || (Array.isArray(node.params) && !node.params.length)) continue
    const uses = usesOf(at, name, node)
    const major = uses.filter(({ module: { file } }) => !isMinor({ file }))
    const [first, ...others] = (major.length ? major : uses).map(({ args }) =>
      parametersOf(node, args, (each) => at.read(module, each)),
    )
    // Where the calls give different values, only running the code could tell which one counts.
    for (const [key, value] of first ?? [])
      found.set(key, others.every((other) => isSame(value, other.get(key))) ? value : new Unread(key))
  }
  return found
}

/** The named functions of a module, the outer ones first. */
function functionsOf({ program }: Module): Around[] {
  const found: Around[] = []
  walk(program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) found.push({ name: node.id.name, node })
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return
    if (node.init?.type === 'ArrowFunctionExpression' || node.init?.type === 'FunctionExpression')
      found.push({ name: node.id.name, node: node.init })
  })
  return found
}

function usesOf(at: Evaluation, name: string, target: Node): Use[] {
  const found: Use[] = []
  for (const module of at.project.modules) {
    if (!module.text.includes(name)) continue
    walk(module.program, (node) => {
      if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name) {
        if (!isOf(at.read(module, node.callee), target)) return
        const args = node.arguments.map((each) =>
          each.type === 'SpreadElement' ? unread(module, each) : at.read(module, each),
        )
        found.push({ module, args })
      } else if (node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier' && node.name.name === name) {
        if (!isOf(at.named(module, name, node.name), target)) return
        found.push({ module, args: [new Map(node.attributes.flatMap((each) => attributesOf(at, module, each)))] })
      }
    })
  }
  return found
}

function attributesOf(at: Evaluation, module: Module, each: ESTree.JSXAttributeItem): [string, Value][] {
  if (each.type === 'JSXSpreadAttribute') {
    const inner = at.read(module, each.argument)
    return isDict(inner) ? [...inner] : [[`...${textOf(module, each.argument)}`, unread(module, each.argument)]]
  }
  return each.name.type === 'JSXIdentifier' ? [[each.name.name, each.value ? at.read(module, each.value) : true]] : []
}

const isSame = (one: Value, other: Value) => {
  const [text, otherText] = [one, other].map((each) => JSON.stringify(toJson(each)))
  return one === other || (text !== undefined && text === otherText)
}

const isOf = (value: Value, node: Node) => value instanceof Own && value.node === node
