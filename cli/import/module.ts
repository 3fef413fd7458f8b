/** Collects a parsed module's constants, imports and exports. */
import { type ESTree, type Node, walk } from '../stages/parse.ts'

/** A constant that is taken out of another value, as in `const { chains } = configureChains(…)`. */
export type Part = {
  init: Node
  path: readonly (string | number)[]
  /** The identifier node of the constant's name. */
  id: Node
  /** The block that declares the constant; undefined at the top level. */
  block?: ESTree.BlockStatement
}

export type Module = {
  /** Relative to the project's folder, with `/`. */
  file: string
  text: string
  /** The whole file: `text` has the script alone, at the same offsets. */
  whole: string
  program: ESTree.Program
  /** Top-level constants, functions and enums by name; also `default`. */
  constants: Map<string, Node>
  parts: Map<string, Part>
  /** Finds the constant `name` in the innermost block around `offset` that declares one. */
  locals: (name: string, offset: number) => Part | undefined
  imports: Map<string, { source: string; name: string }>
  /** The names that the module exports, each with its local name or with the module that it is re-exported from. */
  exports: Map<string, { local: string } | { source: string; name: string }>
  /** The paths in the module's `export * from '…'`. */
  stars: string[]
}

/** The number of the line that contains an offset of the text, from 1. */
export function lineOf({ text }: { text: string }, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

export function toModule(file: string, text: string, program: ESTree.Program, whole = text): Module {
  settleVariables(program)
  const module: Module = {
    file,
    text,
    whole,
    program,
    constants: new Map(),
    parts: new Map(),
    locals: localsOf(program),
    imports: new Map(),
    exports: new Map(),
    stars: [],
  }
  for (const node of program.body) readStatement(module, node)
  walk(program, (node) => readLateImport(module, node))
  return module
}

/**
 * Treats a variable as a constant if its value is set only once: with the declaration, or in one assignment after it.
 */
function settleVariables(program: ESTree.Program): void {
  const declared = new Map<string, ESTree.VariableDeclarator[]>()
  const assigned = new Map<string, (Node | undefined)[]>()
  const add = <T>(map: Map<string, T[]>, name: string, item: T) => map.set(name, [...(map.get(name) ?? []), item])
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind !== 'const')
      for (const each of node.declarations) if (each.id.type === 'Identifier') add(declared, each.id.name, each)
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
      add(assigned, node.left.name, node.operator === '=' ? node.right : undefined)
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier')
      add(assigned, node.argument.name, undefined)
  })
  walk(program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind === 'const') return
    const isSettled = node.declarations.every((each) => {
      if (each.id.type !== 'Identifier') return false
      const [only, ...more] = assigned.get(each.id.name) ?? []
      const isAlone = declared.get(each.id.name)?.length === 1 && more.length === 0
      if (isAlone && !each.init && only) each.init = only as ESTree.Expression
      return isAlone && each.init !== null && (only === undefined || only === each.init)
    })
    if (
      isSettled &&
      node.declarations.every(({ id }) => id.type === 'Identifier' && !assigned.get(id.name)?.includes(undefined))
    )
      node.kind = 'const'
  })
}

/** Records `const { createAppKit } = await import('…')` and `… = require('…')` as imports, also inside of functions. */
function readLateImport(module: Module, node: Node): void {
  if (node.type !== 'VariableDeclarator' || !node.init) return
  const init = node.init.type === 'AwaitExpression' ? node.init.argument : node.init
  const isRequire =
    init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require'
  const from = init.type === 'ImportExpression' ? init.source : isRequire ? init.arguments[0] : undefined
  if (from?.type !== 'Literal' || typeof from.value !== 'string') return
  const source = from.value
  if (node.id.type === 'Identifier') module.imports.set(node.id.name, { source, name: '*' })
  if (node.id.type !== 'ObjectPattern') return
  for (const each of node.id.properties) {
    if (each.type !== 'Property' || each.key.type !== 'Identifier' || each.value.type !== 'Identifier') continue
    module.imports.set(each.value.name, { source, name: each.key.name })
    module.parts.delete(each.value.name)
    module.constants.delete(each.value.name)
  }
}

function readStatement(module: Module, node: Node): void {
  switch (node.type) {
    case 'ImportDeclaration':
      for (const each of node.specifiers) {
        const name =
          each.type === 'ImportSpecifier'
            ? nameOf(each.imported)
            : each.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*'
        module.imports.set(each.local.name, { source: node.source.value, name })
      }
      return
    case 'VariableDeclaration':
      for (const part of partsOf(node)) {
        const { id } = part
        if (id.type !== 'Identifier') continue
        if (part.path.length) module.parts.set(id.name, part)
        else if (!module.constants.has(id.name)) module.constants.set(id.name, part.init)
      }
      return
    case 'FunctionDeclaration':
    case 'TSEnumDeclaration':
      if (node.id) module.constants.set(node.id.name, node)
      return
    case 'ExportNamedDeclaration':
      if (node.declaration) {
        readStatement(module, node.declaration)
        for (const name of declared(node.declaration)) module.exports.set(name, { local: name })
      }
      for (const { local, exported } of node.specifiers) {
        const name = nameOf(local)
        module.exports.set(nameOf(exported), node.source ? { source: node.source.value, name } : { local: name })
      }
      return
    case 'ExportAllDeclaration':
      if (!node.exported) module.stars.push(node.source.value)
      else module.exports.set(nameOf(node.exported), { source: node.source.value, name: '*' })
      return
    case 'ExportDefaultDeclaration':
      module.constants.set('default', node.declaration)
      module.exports.set('default', { local: 'default' })
      return
    default:
  }
}

const nameOf = (node: ESTree.ModuleExportName) => (node.type === 'Literal' ? node.value : node.name)

function declared(node: Node): string[] {
  if (node.type === 'FunctionDeclaration' || node.type === 'TSEnumDeclaration') return node.id ? [node.id.name] : []
  if (node.type !== 'VariableDeclaration') return []
  return partsOf(node, true).flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

/** The constants of a declaration. Variables that may change are left out, unless `all`. */
function partsOf(node: ESTree.VariableDeclaration, all = false): Part[] {
  if (node.kind !== 'const' && !all) return []
  return node.declarations.flatMap(({ id, init }) => (init ? patternParts(id, init, []) : []))
}

function patternParts(pattern: Node, init: Node, path: readonly (string | number)[]): Part[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ init, path, id: pattern }]
    case 'AssignmentPattern':
      return patternParts(pattern.left, init, path)
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        each.type === 'Property' && each.key.type === 'Identifier'
          ? patternParts(each.value, init, [...path, each.key.name])
          : [],
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap((each, index) => (each ? patternParts(each, init, [...path, index]) : []))
    default:
      return []
  }
}

type Local = Part & { start: number; end: number }

/** Collects the constants inside blocks when the first one is looked up, because most modules need none. */
function localsOf(program: ESTree.Program): Module['locals'] {
  let found: Map<string, Local[]> | undefined
  return (name, offset) => {
    found ??= collect(program)
    const around = (found.get(name) ?? []).filter(({ start, end }) => start <= offset && offset < end)
    return around.sort((a, b) => a.end - a.start - (b.end - b.start))[0]
  }
}

function collect(program: ESTree.Program): Map<string, Local[]> {
  const found = new Map<string, Local[]>()
  const open: { node: Node; block: ESTree.BlockStatement | undefined }[] = program.body.map((node) => ({
    node,
    block: undefined,
  }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next
    const block = node.type === 'BlockStatement' ? node : next.block
    if (block && node.type === 'VariableDeclaration') {
      for (const part of partsOf(node)) {
        if (part.id.type !== 'Identifier') continue
        const list = found.get(part.id.name) ?? []
        list.push({ ...part, block, start: block.start, end: block.end })
        found.set(part.id.name, list)
      }
    }
    for (const inner of Object.values(node as unknown as Record<string, unknown>).flat())
      if (isNode(inner)) open.push({ node: inner, block })
  }
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
