/**
 * Reads a manifest from its syntax tree. Nothing of the package runs: `walletkit add` reads it before the user agreed
 * to anything. So a manifest may contain only literals, functions of the form `() => import('./…')`, and at known
 * places functions whose code stays text.
 */
import { isObject } from '../../../schema/pieces.ts'
import { type Manifest, SourceFunction } from '../../record.ts'
import type { ESTree, Node } from '../parse.ts'
import { uncast } from './uncast.ts'

export type Path = readonly (string | number)[]

/** A manifest that cannot be read as literals. The message names the path of the value in the manifest. */
export class NotLiteral extends Error {
  readonly path: Path
  /** The message without the fix. */
  readonly problem: string
  readonly fix: string
  constructor(path: Path, what: string, fix: string) {
    // Source code may contain control characters, which a terminal would execute.
    const problem = `The manifest's ${shown(path)} ${what}`.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
    super(`${problem}. ${fix}`)
    this.problem = problem
    this.path = path
    this.fix = fix
  }
}

/** The path in a message: `slots.walletFeatures[0].key`; the manifest itself is `default export`. */
const shown = (path: Path) =>
  path
    .map((part, at) => {
      if (typeof part === 'number') return `[${part}]`
      if (/^[\w$-]{1,60}$/.test(part)) return at ? `.${part}` : part
      return `[${JSON.stringify(part).slice(0, 60)}]`
    })
    .join('') || 'default export'

/** Keys that reach an object's prototype: a value under one could change other objects. */
const REACHING = ['__proto__', 'prototype', 'constructor']
/** How many levels values may be nested. No manifest needs more, and a much deeper value could exhaust the stack. */
const DEEPEST = 20

const DEFINE = `import { definePlugin } from 'walletkit/plugin'`
const WRITE = `Write: export default definePlugin({ … })`
const MOVE = 'Write the value itself, and move what runs into the controller.'

/** The value of a manifest's module. Throws a NotLiteral that names the first place that is not a literal. */
export function readLiteral(program: ESTree.Program, text: string): Manifest {
  const value = read(exported(program, text), [], text)
  if (!isObject(value)) throw new NotLiteral([], 'is not an object', WRITE)
  return value
}

/**
 * The expression that the module exports as its default. Throws when the module has any other statement that runs: it
 * could change what the manifest says by the time a page reads it.
 */
function exported(program: ESTree.Program, text: string): Node {
  const named = new Map<string, Node>()
  let found: Node | undefined
  let alias: string | undefined
  for (const statement of program.body) {
    if (isType(statement)) continue
    switch (statement.type) {
      case 'ImportDeclaration':
        imports(statement)
        continue
      case 'VariableDeclaration': {
        const [only, ...more] = statement.declarations
        if (only?.id.type !== 'Identifier' || !only.init || more.length) break
        if (named.size) break
        named.set(only.id.name, only.init)
        continue
      }
      case 'ExportDefaultDeclaration':
        if (statement.declaration.type === 'Identifier') alias = statement.declaration.name
        else found = statement.declaration
        continue
      case 'ExportNamedDeclaration': {
        const { specifiers, source, declaration } = statement
        if (source || declaration || specifiers.length > 1) break
        const [only] = specifiers
        if (!only) continue
        if (only.local.type !== 'Identifier' || nameOf(only.exported) !== 'default') break
        alias = only.local.name
        continue
      }
      default:
    }
    throw new NotLiteral([], `stands beside code that runs: ${quote(statement, text)}`, 'Remove that statement.')
  }
  const init = alias === undefined ? undefined : named.get(alias)
  if (found ? named.size > 0 : !init) throw new NotLiteral([], 'is missing, or is not the only value', WRITE)
  return definition((found ?? init) as Node, text)
}

/** Whether a statement declares, imports or exports only types, or is empty. A page's module does not contain it. */
function isType(statement: Node): boolean {
  if (/^TS(?:TypeAlias|Interface)Declaration$|^EmptyStatement$/.test(statement.type)) return true
  if (statement.type === 'TSModuleDeclaration') return statement.declare
  if (statement.type === 'ImportDeclaration') return statement.importKind === 'type'
  if (statement.type === 'ExportNamedDeclaration')
    return statement.exportKind === 'type' || (statement.declaration !== null && isType(statement.declaration))
  return false
}

function imports({ source, specifiers }: ESTree.ImportDeclaration) {
  const from = source.value
  const values = specifiers.filter((each) => each.type !== 'ImportSpecifier' || each.importKind !== 'type')
  const isOurs =
    from === 'walletkit/plugin' &&
    values.every(
      (each) =>
        each.type === 'ImportSpecifier' &&
        nameOf(each.imported) === 'definePlugin' &&
        each.local.name === 'definePlugin',
    )
  if (!isOurs || !specifiers.length)
    throw new NotLiteral(
      [],
      `imports ${from.slice(0, 80)}; a manifest imports nothing but definePlugin`,
      `Write ${DEFINE}, and move the rest into the controller.`,
    )
}

/** The argument of `definePlugin`, or the expression itself. */
function definition(given: Node, text: string): Node {
  const node = uncast(given)
  if (node.type !== 'CallExpression') return node
  const [first, ...more] = node.arguments
  const isDefine = node.callee.type === 'Identifier' && node.callee.name === 'definePlugin' && !node.optional
  if (!isDefine || !first || more.length) throw new NotLiteral([], `is ${kindOf(node)}: ${quote(node, text)}`, WRITE)
  return first
}

function read(given: Node, path: Path, text: string): unknown {
  if (path.length > DEEPEST) throw new NotLiteral(path.slice(0, 3), 'is nested too deep', 'Write a flatter value.')
  const node = uncast(given)
  const refuse = () => new NotLiteral(path, `is ${kindOf(node)}: ${quote(node, text)}`, fixAt(path))
  const made = sourceFunction(node, path, text)
  if (made) return made
  switch (node.type) {
    case 'Literal':
      if (node.value !== null && typeof node.value === 'object') break
      if (typeof node.value === 'bigint' || 'regex' in node) break
      return node.value
    case 'TemplateLiteral':
      if (node.expressions.length) break
      return node.quasis[0]?.value.cooked ?? ''
    case 'Identifier':
      if (node.name !== 'undefined') break
      return undefined
    case 'UnaryExpression': {
      const { operator, argument } = node
      if (operator !== '-' || argument.type !== 'Literal' || typeof argument.value !== 'number') break
      return -argument.value
    }
    case 'ArrayExpression':
      return node.elements.map((element, index) => {
        const at = [...path, index]
        if (!element) throw new NotLiteral(at, 'is an empty place in a list', 'Remove the comma.')
        if (element.type === 'SpreadElement') throw new NotLiteral(at, 'is a spread', 'Write its items out.')
        return read(element, at, text)
      })
    case 'ObjectExpression':
      return object(node, path, text)
    default:
  }
  throw refuse()
}

function object({ properties }: ESTree.ObjectExpression, path: Path, text: string): Record<string, unknown> {
  const members = new Map<string, unknown>()
  for (const property of properties) {
    if (property.type === 'SpreadElement') throw new NotLiteral(path, 'has a spread', 'Write its members out.')
    const key = property.computed ? undefined : keyOf(property.key)
    if (key === undefined)
      throw new NotLiteral(path, `has a computed key: ${quote(property.key, text)}`, 'Write the key itself.')
    const at = [...path, key]
    if (REACHING.includes(key)) throw new NotLiteral(at, 'is a key that no manifest may have', 'Remove it.')
    if (members.has(key)) throw new NotLiteral(at, 'is written twice', 'Remove one of the two.')
    if (property.kind !== 'init' || property.method) throw new NotLiteral(at, 'is a method or an accessor', fixAt(at))
    members.set(key, read(property.value, at, text))
  }
  return Object.fromEntries(members)
}

const keyOf = (key: Node): string | undefined => {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' && ['string', 'number'].includes(typeof key.value) ? String(key.value) : undefined
}

const nameOf = (name: Node) => (name.type === 'Identifier' ? name.name : name.type === 'Literal' ? name.value : '')

const LOADS = /^(?:controller|api|messages|views\.[^.]+\.load|slots\.[^.]+\.\d+\.load)$/
/** Places of functions that the page calls while it renders. The CLI keeps their code as text and does not run it. */
const DECIDES = /^(?:views\.[^.]+\.title|slots\.connectMethods\.\d+\.isTall|slots\.guards\.\d+\.mayClose)$/

const dotted = (path: Path) => path.map((part) => String(part).replaceAll('.', '-')).join('.')
const fixAt = (path: Path) => (LOADS.test(dotted(path)) ? "Write () => import('./…')." : MOVE)

function sourceFunction(node: Node, path: Path, text: string): SourceFunction | undefined {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return undefined
  if (node.async || node.generator) return undefined
  if (DECIDES.test(dotted(path))) return new SourceFunction(slice(node, text), undefined)
  const { body } = node
  const loaded = body?.type === 'ImportExpression' && !node.params.length && !body.options ? body.source : undefined
  const file = loaded?.type === 'Literal' && typeof loaded.value === 'string' ? loaded.value : undefined
  return file !== undefined && /^\.{1,2}\//.test(file) ? new SourceFunction(slice(node, text), file) : undefined
}

const slice = ({ start, end }: Node, text: string) => text.slice(start, end)

/** A node's code on one line, at most 60 characters. */
const quote = (node: Node, text: string) => {
  const code = slice(node, text).replace(/\s+/g, ' ')
  return code.length > 60 ? `${code.slice(0, 57)}…` : code
}

function kindOf(node: Node): string {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
      return 'a call'
    case 'Identifier':
      return 'a name, whose value only a run would tell'
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return 'a function that does more than import a file'
    case 'ClassExpression':
      return 'a class'
    default:
      return 'an expression'
  }
}
