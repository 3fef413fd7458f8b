/**
 * Modules must have no state, because it would be shared: a page can have two kits, and a server renders many. State
 * belongs to a kit (`perKit`), or to an object that is the key of a WeakMap.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { ROOT, sources } from './graph.ts'

/** The state of modules that may be shared, with the reason, by file and name. */
const SHARED: Record<string, string> = {
  'runtime/compatLook.ts sheet': 'The one style sheet of the page for the buttons of all kits.',
  'runtime/ui/sheets.ts sheets': 'Parsed style sheets by their text, which is the same for all kits.',
  'runtime/ui/parts/Icon.tsx paths': 'The icons that are loaded, which are the same for all kits.',
  'runtime/remote/patches/buffer.ts globals': 'The global object itself.',
}

const MUTATORS =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|append|assign|defineProperty)$/

/**
 * The names of a module's variables that are state: those declared with `let`, empty collections, and collections that
 * the module changes.
 */
function stateOf(text: string, file = 'a.ts'): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Set<string>()
  const state = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const { flags, declarations } = statement.declarationList
    for (const { name, initializer, type } of declarations) {
      // The compiler forbids changes of these types.
      if (!ts.isIdentifier(name) || /^readonly\b|^Readonly/.test(type?.getText() ?? '')) continue
      if (!(flags & ts.NodeFlags.Const) || isEmpty(initializer)) state.add(name.text)
      else if (!isWeak(initializer)) constants.add(name.text)
    }
  }
  const visit = (node: ts.Node): void => {
    const changed = changedBy(node)
    if (changed && constants.has(changed)) state.add(changed)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...state]
}

const made = (node: ts.Expression | undefined) =>
  node && ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : ''

/** An entry lasts as long as its key, which is a kit or belongs to one. */
const isWeak = (node: ts.Expression | undefined) => /^Weak(?:Map|Set)$/.test(made(node))

/** Whether a collection is empty at first, so that it is only useful if something fills it later. */
function isEmpty(node: ts.Expression | undefined): boolean {
  if (!node) return false
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0
  return /^(?:Map|Set)$/.test(made(node)) && ts.isNewExpression(node) && !node.arguments?.length
}

/**
 * The variable whose content a node changes, for example in `x.push(1)`, `x.y = 1`, `x[0]++`, `delete x.y` or
 * `Object.assign(x, y)`.
 */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    if (!MUTATORS.test(name.text)) return undefined
    const isStatic = ts.isIdentifier(expression) && expression.text === 'Object'
    return nameOf(isStatic ? node.arguments[0] : expression)
  }
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return ownerOf(node.left)
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
    return [PlusPlusToken, MinusMinusToken].some((kind) => kind === node.operator) ? ownerOf(node.operand) : undefined
  }
  return undefined
}

const isAssignment = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
const nameOf = (node: ts.Node | undefined) => (node && ts.isIdentifier(node) ? node.text : undefined)
const ownerOf = (node: ts.Node): string | undefined =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? nameOf(node.expression) : undefined

it('no module of the runtime or a plugin holds state, except what a page shares', () => {
  const found = sources('runtime', 'plugins').flatMap((file) =>
    stateOf(readFileSync(join(ROOT, file), 'utf8'), file).map((name) => `${file} ${name}`),
  )
  expect(found.sort()).toEqual(Object.keys(SHARED).sort())
})

it.each([
  ['a variable', 'let count = 0', ['count']],
  ['an exported variable', 'export let count: number', ['count']],
  ['an empty map', 'const seen = new Map<string, string>()', ['seen']],
  ['an empty list', 'const list: string[] = []', ['list']],
  ['a list that a function extends', 'const list = [1]; export const add = () => list.push(2)', ['list']],
  ['a property that is assigned', 'const it = { at: 1 }; export function f() { it.at = 2 }', ['it']],
  ['an element that is counted', 'const it = [1]; export const f = () => it[0]++', ['it']],
  ['a merged object', 'const it = { at: 1 }; export const f = () => Object.assign(it, { at: 2 })', ['it']],
  ['a WeakMap', 'const of = new WeakMap<object, string>(); export const f = (a: object) => of.set(a, "")', []],
  ['constant data', 'const KINDS = new Set([1]); const LIST = [1]; export const f = () => KINDS.has(LIST[0])', []],
  ['a read-only set', 'const NONE: ReadonlySet<string> = new Set()', []],
  ['a variable of a function', 'export function f() { let a = 1; const list = []; list.push(a++) }', []],
])('finds %s', (_name, text, names) => {
  expect(stateOf(text)).toEqual(names)
})
