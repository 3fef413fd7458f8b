/** The parameters of the functions around an expression, as the project's own code gives them. */
import { type Node, walk } from '../../stages/parse.ts'
import { parametersOf } from '../functions.ts'
import type { Module } from '../project.ts'
import { Own, type Value } from '../value.ts'
import { type Evaluation, lineAt, unread } from './evaluation.ts'

type Around = { name: string; node: Node }

/** The first call of a function, or the first element of a component, with what it gives to the parameters. */
type Use = { module: Module; node: Node; args: Value[] }

/**
 * The parameters in whose scope an expression stands: `start({ projectId })` gives those of `function start({ projectId
 * }) { createAppKit({ projectId }) }`. Functions that the project does not call have none.
 */
export function scopeAround(at: Evaluation, module: Module, { start, end }: Node): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const { name, node } of functionsOf(module)) {
    if (node.start > start || end > node.end) continue
    if (!('params' in node) || (Array.isArray(node.params) && !node.params.length)) continue
    const [use, ...more] = usesOf(at, name, node)
    if (!use) continue
    for (const [key, value] of parametersOf(node, use.args, (each) => at.read(module, each))) found.set(key, value)
    if (more.length)
      at.note(`${name} is called in ${more.length + 1} places; ${lineAt(use.module, use.node)} was taken.`)
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
        found.push({ module, node, args })
      } else if (node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier' && node.name.name === name) {
        if (!isOf(at.named(module, name, node.name), target)) return
        const attributes = node.attributes.flatMap((each): [string, Value][] =>
          each.type === 'JSXAttribute' && each.name.type === 'JSXIdentifier'
            ? [[each.name.name, each.value ? at.read(module, each.value) : true]]
            : [],
        )
        found.push({ module, node, args: [new Map(attributes)] })
      }
    })
  }
  return found
}

const isOf = (value: Value, node: Node) => value instanceof Own && value.node === node
