import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/** The id of a requirement in a test's title. */
export type Named = {
  id: string
  /** The file and line, for example `tests/flows/send.test.ts:12`. */
  at: string
  /** Whether the test is skipped, a todo or expected to fail: then it proves nothing. */
  skipped: boolean
  /** Exports that the test uses and only tests use: then the test proves nothing about walletkit. */
  dead: string[]
}

/** Exports that only tests use, by file; `*` when that is the whole file. */
export type DeadExports = ReadonlyMap<string, ReadonlySet<string>>

const ID = /\[(S\d+\.[a-z0-9-]+\.\d+)\]/g
const RUNNERS = new Set(['it', 'test', 'describe'])
const LEFT_OUT = new Set(['skip', 'todo', 'fails'])

/**
 * The ids that a test file's titles name. Searches every string in the call of `it`, `test` or `describe` except the
 * body, because the rows of `it.each` contain ids too.
 */
export function namedIn(path: string, text: string, dead: DeadExports): Named[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const unused = deadImports(source, path, dead)
  const found: Named[] = []
  const visit = (node: ts.Node, skipped: boolean) => {
    const runner = ts.isCallExpression(node) ? runnerOf(node) : undefined
    const left = skipped || (runner?.some((name) => LEFT_OUT.has(name)) ?? false)
    if (ts.isCallExpression(node) && runner) {
      const body = node.arguments.find((argument) => ts.isFunctionLike(argument))
      const about = body ? unused.filter((name) => mentions(body, name)) : []
      for (const part of [node.expression, ...node.arguments]) if (part !== body) collect(part, left, about)
      if (body) visit(body, left)
      return
    }
    ts.forEachChild(node, (child) => visit(child, left))
  }
  const collect = (node: ts.Node, skipped: boolean, about: string[]) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      for (const [, id = ''] of node.getText().matchAll(ID)) {
        found.push({ id, at: `${path}:${line + 1}`, skipped, dead: about })
      }
      return
    }
    ts.forEachChild(node, (child) => collect(child, skipped, about))
  }
  visit(source, false)
  return found
}

/**
 * The names in a call of a test runner besides the first: `['each']` for `it.each(rows)('…')`. Undefined for other
 * calls.
 */
function runnerOf(call: ts.CallExpression): string[] | undefined {
  const names: string[] = []
  let callee: ts.Node = call.expression
  for (;;) {
    if (ts.isPropertyAccessExpression(callee)) {
      names.push(callee.name.text)
      callee = callee.expression
    } else if (ts.isCallExpression(callee)) callee = callee.expression
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag
    else break
  }
  return ts.isIdentifier(callee) && RUNNERS.has(callee.text) ? names : undefined
}

function deadImports(source: ts.SourceFile, path: string, dead: DeadExports): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const unused = dead.get(join(dirname(path), statement.moduleSpecifier.text))
    const bindings = statement.importClause?.namedBindings
    if (!unused || !bindings || !ts.isNamedImports(bindings)) return []
    return bindings.elements
      .filter(({ name, propertyName }) => unused.has((propertyName ?? name).text) || unused.has('*'))
      .map(({ name }) => name.text)
  })
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node) && node.text === name) return true
  return ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false
}
