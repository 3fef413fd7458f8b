/** Reads the import graph of the source with the TypeScript parser. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One import. `dynamic` is `import()`, which loads nothing until it is called; `type` is erased by the compiler. */
export type Import = { from: string; to: string; kind: 'value' | 'type' | 'dynamic' }

export function sources(...rooms: string[]): string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((file) => posix.join(room, file.replaceAll('\\', '/')))
      .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\/dist\/|\.d\.ts$/.test(file)),
  )
}

/** The imports of a file: paths from the root for our own files, bare names for packages. */
export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const add = (specifier: ts.Expression | undefined, kind: Import['kind']) => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ from: file, to: resolve(file, specifier.text), kind })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { importClause } = node
      const named = importClause?.namedBindings
      const onlyTypes =
        named &&
        ts.isNamedImports(named) &&
        !importClause.name &&
        named.elements.length > 0 &&
        named.elements.every(({ isTypeOnly }) => isTypeOnly)
      add(node.moduleSpecifier, importClause?.isTypeOnly || onlyTypes ? 'type' : 'value')
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause } = node
      const onlyTypes =
        exportClause && ts.isNamedExports(exportClause) && exportClause.elements.every(({ isTypeOnly }) => isTypeOnly)
      add(node.moduleSpecifier, node.isTypeOnly || onlyTypes ? 'type' : 'value')
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return relative(ROOT, join(ROOT, dirname(file), specifier)).replaceAll('\\', '/')
}

/**
 * The import circles: sets of files that import each other, directly or not (Tarjan's strongly connected components).
 * Each is sorted.
 */
export function circlesOf(imports: readonly Import[]): string[][] {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to])
  const order = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const walk = (file: string): number => {
    const own = order.size
    order.set(file, own)
    stack.push(file)
    let lowest = own
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, walk(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? own)
    }
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) found.push(circle.sort())
    }
    return lowest
  }
  for (const file of graph.keys()) if (!order.has(file)) walk(file)
  return found
}

/**
 * The folders of the runtime are its layers, lowest first. A file imports from its own layer and from lower ones: values and
 * types, statically or with `import()`. Only `contracts` also imports types of higher layers. The files of `runtime/` itself
 * are the highest layer: the package's entry points.
 */
export const LAYERS = [
  'lib',
  'errors',
  'contracts',
  'state',
  'http',
  'data',
  'wallets',
  'connectors',
  'chains',
  'remote',
  'analytics',
  'actions',
  'host',
  'ui',
  'siwx',
  'auth',
  'kit',
  'headless',
  'interop',
  'test',
]
export const ENTRY_POINTS = 'the entry points'
export const layerOf = (file: string) => /^runtime\/([^/]+)\//.exec(file)?.[1] ?? ENTRY_POINTS
const height = (file: string) => [...LAYERS, ENTRY_POINTS].indexOf(layerOf(file))

/** The imports that break the rule of {@link LAYERS}. */
export const upward = (imports: readonly Import[]) =>
  imports.filter(
    ({ from, to, kind }) =>
      to.startsWith('runtime/') && height(to) > height(from) && !(kind === 'type' && layerOf(from) === 'contracts'),
  )
