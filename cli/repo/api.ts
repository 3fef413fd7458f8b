/**
 * The API report: what each public entry point exports, with its types, taken from the compiler's declarations. `npm
 * run generate` writes one text file per entry point, except for plugins' manifests, to tests/architecture/api/, and a
 * test compares them with the source.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ts from 'typescript'
import { entryPoints } from './entryPoints.ts'
import { ROOT } from './run.ts'

export const REPORTS = 'tests/architecture/api'

/**
 * Files whose types are left out of the report: adapters and drivers reach them through their `kit`, but they are not
 * public.
 */
const INNER = /^runtime\/(kit\/createKit|contracts\/kit|state\/(?!accounts|report)|http\/|data\/|wallets\/|ui\/shell)/

/**
 * An exported declaration. `text` is its code, with the comments of its members; `doc` and `tags` are its own
 * docstring.
 */
export type ApiItem = { name: string; text: string; doc: string; tags: readonly ApiTag[] }
export type ApiTag = { name: string; text: string }
/** What an entry point exports; `named` are types that the exports refer to and that are not exported themselves. */
export type ApiEntry = { name: string; exported: ApiItem[]; named: ApiItem[] }

/** The reports, by file name, for example `react.txt` for `walletkit/react`. */
export const apiReports = (): Map<string, string> =>
  new Map(surfaces().map((surface) => [reportFile(surface.name), report(surface)]))

/** Every entry point that has a report, with its declarations and their docstrings, for the docs' API reference. */
export const apiEntries = (): ApiEntry[] =>
  surfaces().map(({ checker, name, exported, named }) => {
    const item = ({ as, symbol }: Named): ApiItem => ({
      name: as,
      text: print(symbol, withComments),
      doc: linksAsCode(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
      tags: symbol
        .getJsDocTags(checker)
        .map((tag) => ({ name: tag.name, text: linksAsCode(ts.displayPartsToString(tag.text)) })),
    })
    return { name, exported: exported.map(item), named: named.map(item) }
  })

const linksAsCode = (text: string) => text.replace(/\{@link (\w+)\}/g, '`$1`')

type Named = { as: string; symbol: ts.Symbol }
type Surface = { checker: ts.TypeChecker; name: string; exported: Named[]; named: Named[] }

function surfaces(): Surface[] {
  const sources = declarers()
  const declared = declare([...sources.values()])
  const declarations = new Map([...sources].map(([name, path]) => [name, path.replace(/(\.d)?\.tsx?$/, '.d.ts')]))
  const program = ts.createProgram([...declarations.values()], { ...OPTIONS, noLib: true, types: [] }, hostOf(declared))
  // Types that the report of `walletkit` already shows are not repeated in the other reports.
  const told = new Set<ts.Symbol>()
  return [...declarations].map(([name, path]) => {
    const seen = new Set(told)
    const surface = surfaceOf(program, name, path, seen)
    if (name === 'walletkit') seen.forEach((symbol) => told.add(symbol))
    return surface
  })
}

/**
 * A compiler host that finds only the files in `declared`, so that types of other packages stay unresolved and
 * unreported.
 */
function hostOf(declared: ReadonlyMap<string, string>): ts.CompilerHost {
  return {
    ...ts.createCompilerHost(OPTIONS),
    fileExists: (path) => declared.has(path),
    readFile: (path) => declared.get(path),
    getSourceFile: (path) => {
      const text = declared.get(path)
      return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext)
    },
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => {
        const path = join(dirname(from), text.replace(/\.js$/, '.d.ts'))
        const found = text.startsWith('.') && declared.has(path)
        return { resolvedModule: found ? { resolvedFileName: path, extension: ts.Extension.Dts } : undefined }
      }),
  }
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  types: ['node'],
}

/**
 * Every entry point with the file that declares it. The manifests of plugins are left out: they are not imported by
 * hand, and they change often.
 */
const declarers = (): Map<string, string> =>
  new Map(
    entryPoints()
      .filter(({ source }) => !isManifest(source))
      .map(({ name, source }) => {
        const written = join(ROOT, source.replace(/\.tsx?$/, '.public.d.ts'))
        return [name, existsSync(written) ? written : join(ROOT, source)]
      }),
  )

export const isManifest = (source: string) => /^plugins\/[^/]+\/index\.ts$/.test(source)

/** The file name of an entry point's report: `test-script.txt` for `walletkit/test/script`. */
export const reportFile = (name: string) => `${name.replace(/^walletkit\//, '').replaceAll('/', '-')}.txt`

/**
 * The declarations of these files and their imports, by path: emitted by the compiler, or a file that is a declaration
 * itself. Nothing is written to the disk.
 */
function declare(files: readonly string[]): Map<string, string> {
  const written = files.filter((path) => path.endsWith('.d.ts'))
  const declared = new Map(written.map((path) => [path, readFileSync(path, 'utf8')]))
  ts.createProgram(files, OPTIONS).emit(undefined, (path, text) => {
    declared.set(path, text.replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2'))
  })
  if (!declared.size) throw new Error('No declarations were made: does `npm run types` pass?')
  return declared
}

function surfaceOf(program: ts.Program, name: string, path: string, seen: Set<ts.Symbol>): Surface {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const module = source && checker.getSymbolAtLocation(source)
  const all = module ? checker.getExportsOfModule(module) : []
  const exported = sorted(all.map((symbol) => ({ as: symbol.name, symbol: resolve(checker, symbol) })))
  for (const { symbol } of exported) seen.add(symbol)
  // Unexported types that the exports refer to: changing one of them changes the public API too.
  const reached = reach(
    checker,
    exported.map(({ symbol }) => symbol),
    seen,
  )
  return { checker, name, exported, named: sorted(reached.map((symbol) => ({ as: symbol.name, symbol }))) }
}

function report({ name, exported, named }: Surface): string {
  const lines = [`# ${name}`]
  for (const { as, symbol } of exported)
    lines.push('', as === symbol.name ? reported(symbol) : `${as} = ${reported(symbol)}`)
  if (named.length) lines.push('', '## Named in the above')
  for (const { symbol } of named) lines.push('', reported(symbol))
  return `${lines.join('\n')}\n`
}

const sorted = <T extends { as: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.as < b.as ? -1 : a.as > b.as ? 1 : 0))

const resolve = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

function reach(checker: ts.TypeChecker, from: readonly ts.Symbol[], seen: Set<ts.Symbol>): ts.Symbol[] {
  const found: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const local = checker.getSymbolAtLocation(node)
      const symbol = local && resolve(checker, local)
      if (symbol && !seen.has(symbol) && isReported(symbol)) {
        seen.add(symbol)
        found.push(symbol)
        statementsOf(symbol).forEach(visit)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const symbol of from) statementsOf(symbol).forEach(visit)
  return found
}

/** Whether a file of this repository that {@link INNER} does not match declares the symbol at its top level. */
function isReported(symbol: ts.Symbol): boolean {
  const [first] = statementsOf(symbol)
  if (!first) return false
  const path = relative(ROOT, first.getSourceFile().fileName).replaceAll(sep, '/')
  return /^(runtime|plugins|cli)\//.test(path) && !INNER.test(path)
}

/** The top-level statements that declare a symbol. */
function statementsOf(symbol: ts.Symbol): ts.Node[] {
  const nodes = (symbol.declarations ?? []).flatMap((declaration) => {
    let node: ts.Node = declaration
    if (ts.isVariableDeclaration(node)) node = node.parent.parent
    return node.parent && ts.isSourceFile(node.parent) ? [node] : []
  })
  return [...new Set(nodes)]
}

const bare = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })
const documented = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed })

/**
 * Sorts unions of literals. The compiler prints those that it infers in the order in which it met their members, which
 * changes with code elsewhere.
 */
const literalsSorted =
  (source: ts.SourceFile): ts.TransformerFactory<ts.Node> =>
  (context) => {
    const textOf = (node: ts.Node) => bare.printNode(ts.EmitHint.Unspecified, node, source)
    const visit = (node: ts.Node): ts.Node => {
      const inner = ts.visitEachChild(node, visit, context)
      if (!ts.isUnionTypeNode(inner) || !inner.types.every(ts.isLiteralTypeNode)) return inner
      const members = inner.types.map((type) => ({ as: textOf(type), type }))
      return ts.factory.updateUnionTypeNode(inner, ts.factory.createNodeArray(sorted(members).map(({ type }) => type)))
    }
    return visit
  }

/** A symbol's code as the report has it: without comments. */
const reported = (symbol: ts.Symbol) =>
  print(symbol, (node, source) => {
    const { transformed } = ts.transform(node, [literalsSorted(source)])
    return transformed.map((each) => bare.printNode(ts.EmitHint.Unspecified, each, source)).join('')
  })

const withComments = (node: ts.Node, source: ts.SourceFile) =>
  documented.printNode(ts.EmitHint.Unspecified, node, source)

const print = (symbol: ts.Symbol, printed: (node: ts.Node, source: ts.SourceFile) => string) =>
  statementsOf(symbol)
    .map((node) => printed(node, node.getSourceFile()))
    .map((text) => text.replace(/^(?:\/\*\*[^]*?\*\/\s*)*(export )?(default )?(declare )?/, ''))
    .join('\n') || 'of another package'
