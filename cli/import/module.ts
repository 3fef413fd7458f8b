/** Collects a parsed module's constants, imports and exports. */
import { type ESTree, type Node, walk } from '../stages/parse.ts'
import { lateImports } from './lateImports.ts'
import { mutationsOf } from './mutations.ts'

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
 * Treats a variable as a constant if the source tells its value: it is set once, with the declaration or in one
 * assignment after it, or every assignment is a statement of the block that declares it (see {@link mutationsOf}).
 * `null` and `undefined` only say that the value comes later, and do not count as a value beside another one.
 */
function settleVariables(program: ESTree.Program): void {
  const declared = new Map<string, ESTree.VariableDeclarator[]>()
  const assigned = new Map<string, (Node | undefined)[]>()
  const add = <T>(map: Map<string, T[]>, name: string, item: T) => map.set(name, [...(map.get(name) ?? []), item])
  const blocks = new Map<Node, readonly Node[]>()
  walk(program, (node) => {
    if (node.type === 'Program' || node.type === 'BlockStatement')
      for (const each of node.body as Node[])
        blocks.set(each.type === 'ExportNamedDeclaration' ? (each.declaration ?? each) : each, node.body as Node[])
    if (node.type === 'VariableDeclaration' && node.kind !== 'const')
      for (const each of node.declarations) if (each.id.type === 'Identifier') add(declared, each.id.name, each)
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
      if (!isPlaceholder(node.right))
        add(assigned, node.left.name, /^(?:\?\?|\|\|)?=$/.test(node.operator) ? node.right : undefined)
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier')
      add(assigned, node.argument.name, undefined)
  })
  walk(program, (node) => {
    if (node.type !== 'VariableDeclaration' || node.kind === 'const') return
    const isSettled = node.declarations.every((each) => {
      if (each.id.type !== 'Identifier' || declared.get(each.id.name)?.length !== 1) return false
      const { name } = each.id
      const all = assigned.get(name) ?? []
      if (all.includes(undefined)) return false
      const plain = mutationsOf(blocks.get(node) ?? []).filter((one) => one.kind === 'assign' && one.name === name)
      const isPlain = plain.length === all.length
      const [only, ...more] = all
      // A plain assignment may stand in an `if`, so it counts as a change of `undefined`.
      if (!each.init && isPlain) each.init = { type: 'Identifier', name: 'undefined', start: each.end, end: each.end }
      if (only && !more.length && !isPlain && (!each.init || isPlaceholder(each.init)))
        each.init = only as ESTree.Expression
      if (!each.init) return false
      return !only || (only === each.init && !more.length) || isPlain
    })
    if (isSettled) node.kind = 'const'
  })
}

const isPlaceholder = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null && node.raw === 'null') ||
  (node.type === 'Identifier' && node.name === 'undefined')

/**
 * Records `const { createAppKit } = await import('…')` and `… = require('…')` as imports, also inside of functions and
 * in a list: `const [{ createAppKit }] = await Promise.all([import('…')])`.
 */
function readLateImport(module: Module, node: Node): void {
  // The parameter of a function after `.then` counts only inside of it: it must not replace a name of the module.
  const isTaken = (name: string) =>
    node.type === 'CallExpression' && (module.imports.has(name) || module.constants.has(name) || module.parts.has(name))
  for (const { pattern, source } of lateImports(node)) {
    if (pattern.type === 'Identifier' && !isTaken(pattern.name)) module.imports.set(pattern.name, { source, name: '*' })
    if (pattern.type !== 'ObjectPattern') continue
    for (const each of pattern.properties) {
      if (each.type !== 'Property' || each.key.type !== 'Identifier' || each.value.type !== 'Identifier') continue
      if (isTaken(each.value.name)) continue
      module.imports.set(each.value.name, { source, name: each.key.name })
      module.parts.delete(each.value.name)
      module.constants.delete(each.value.name)
    }
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
    case 'ClassDeclaration':
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
  if (/^(?:Function|Class|TSEnum)Declaration$/.test(node.type))
    return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
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
      // Names of a module that is loaded here are imports, not values.
      const loaded = node.declarations.flatMap(lateImports).flatMap(({ pattern }) => patternParts(pattern, pattern, []))
      for (const part of partsOf(node)) {
        if (part.id.type !== 'Identifier' || loaded.some(({ id }) => id === part.id)) continue
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
