/** The parsed modules of a project's source, and what they import from each other. It runs no code. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import type { ESTree, Node, Parse } from '../stages/parse.ts'
import { readSources, type Source } from '../stages/sources.ts'
import { importMessages } from './messages.ts'

export type Module = {
  file: string
  text: string
  program: ESTree.Program
  /** Top-level constants by name. */
  constants: Map<string, Node>
  imports: Map<string, { source: string; name: string }>
  /** The names that the module exports, each with its local name or with the module that it is re-exported from. */
  exports: Map<string, { local: string } | { source: string; name: string }>
  /** Modules of an `export * from`. */
  stars: string[]
}

export type SourceProject = {
  modules: Module[]
  /** The project's own module that an import names, or undefined for a package. */
  find: (from: Module, source: string) => Module | undefined
  /** Files that could not be parsed. */
  unparsed: string[]
}

const ENDS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']

/**
 * `start` is a file or a folder; project files that it imports are read too. Throws a Failure when it does not exist.
 */
export async function readProject(root: string, start: string, parse: Parse): Promise<SourceProject> {
  const path = resolve(root, start)
  if (!existsSync(path)) throw new Failure(importMessages.noSource(start))
  const modules = new Map<string, Module>()
  /** The imported file, by importing module and import path. */
  const places = new Map<string, string>()
  const unparsed: string[] = []
  const open = await readSources(root, path)
  for (let source = open.pop(); source; source = open.pop()) {
    if (modules.has(source.file) || unparsed.includes(source.file)) continue
    const module = read(source, parse)
    if (!module) {
      unparsed.push(source.file)
      continue
    }
    modules.set(source.file, module)
    for (const name of importsOf(module)) {
      const file = await locate(root, module.file, name)
      if (file === undefined) continue
      places.set(placeOf(module, name), file)
      if (!modules.has(file)) open.push(...(await readSources(root, join(root, file))))
    }
  }
  return {
    modules: [...modules.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
    find: (from, source) => modules.get(places.get(placeOf(from, source)) ?? ''),
    unparsed: unparsed.sort(),
  }
}

const placeOf = ({ file }: Module, source: string) => `${file}\n${source}`

/** Every module that this one imports or re-exports from, each once. */
function importsOf({ imports, exports, stars }: Module): Set<string> {
  const named = [...imports.values(), ...exports.values()].flatMap((each) => ('source' in each ? each.source : []))
  return new Set([...named, ...stars])
}

/** The file of the project that an import names, as a relative path or with the usual `@/` and `~/` aliases. */
async function locate(root: string, from: string, name: string): Promise<string | undefined> {
  const bases = name.startsWith('.')
    ? [join(root, dirname(from), name)]
    : /^[@~]\//.test(name)
      ? [join(root, name.slice(2)), join(root, 'src', name.slice(2))]
      : []
  for (const base of bases) {
    for (const end of ENDS) {
      // An import may name the .js file that a .ts file compiles to.
      for (const path of [base + end, (base + end).replace(/\.js(x?)$/, '.ts$1')]) {
        const file = relative(root, path).replaceAll('\\', '/')
        if (file.startsWith('..') || !/\.[cm]?[jt]sx?$/.test(path)) continue
        if ((await stat(path).catch(() => undefined))?.isFile()) return file
      }
    }
  }
  return undefined
}

function read({ file, text }: Source, parse: Parse): Module | undefined {
  const { program, error } = parse(file, text)
  if (error !== undefined) return undefined
  const module: Module = {
    file,
    text,
    program,
    constants: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
  }
  for (const node of program.body) readStatement(module, node)
  return module
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
      for (const { id, init } of node.declarations) {
        if (node.kind === 'const' && id.type === 'Identifier' && init && !module.constants.has(id.name))
          module.constants.set(id.name, init)
      }
      return
    case 'ExportNamedDeclaration':
      if (node.declaration) {
        readStatement(module, node.declaration)
        if (node.declaration.type === 'VariableDeclaration') {
          for (const { id } of node.declaration.declarations)
            if (id.type === 'Identifier') module.exports.set(id.name, { local: id.name })
        }
      }
      for (const { local, exported } of node.specifiers) {
        const name = nameOf(local)
        module.exports.set(nameOf(exported), node.source ? { source: node.source.value, name } : { local: name })
      }
      return
    case 'ExportAllDeclaration':
      if (!node.exported) module.stars.push(node.source.value)
      return
    case 'ExportDefaultDeclaration':
      module.constants.set('default', node.declaration)
      module.exports.set('default', { local: 'default' })
      return
    default:
  }
}

const nameOf = (node: ESTree.ModuleExportName) => (node.type === 'Literal' ? node.value : node.name)
