/** Finds the modules that code loads where it runs: `await import('…')` and `require('…')`. */
import type { Node } from '../stages/parse.ts'

/** A module that code loads where it runs. `pattern`: what the code declares for it, a name or names in braces. */
export type LateImport = { pattern: Node; source: string }

/** The modules that a declaration, or the function after `.then`, takes names from; empty for other nodes. */
export function lateImports(node: Node): LateImport[] {
  if (node.type === 'VariableDeclarator') return node.init ? pairs(node.id, node.init) : []
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
  const { object, property } = node.callee
  const [then] = node.arguments
  if (property.type !== 'Identifier' || property.name !== 'then') return []
  if (then?.type !== 'ArrowFunctionExpression' && then?.type !== 'FunctionExpression') return []
  const [pattern] = then.params
  return pattern ? pairs(pattern, object, true) : []
}

/** `awaited`: whether the pattern gets what the promise resolves to. */
function pairs(pattern: Node, init: Node, awaited = false): LateImport[] {
  if (init.type === 'AwaitExpression') return pairs(pattern, init.argument, true)
  if (init.type === 'ImportExpression') return awaited ? sourceOf(pattern, init.source) : []
  if (init.type !== 'CallExpression') return []
  const [first] = init.arguments
  if (init.callee.type === 'Identifier' && init.callee.name === 'require') return sourceOf(pattern, first)
  const isAll =
    init.callee.type === 'MemberExpression' &&
    init.callee.object.type === 'Identifier' &&
    init.callee.object.name === 'Promise' &&
    first?.type === 'ArrayExpression'
  if (!awaited || !isAll || pattern.type !== 'ArrayPattern') return []
  return pattern.elements.flatMap((each, index) => {
    const loaded = first.elements[index]
    return each && loaded ? pairs(each, loaded, true) : []
  })
}

const sourceOf = (pattern: Node, source: Node | undefined): LateImport[] =>
  source?.type === 'Literal' && typeof source.value === 'string' ? [{ pattern, source: source.value }] : []
