/** Adds `walletkit()` to the plugins of a vite config when the config's form is simple enough. Pure functions. */
import type { ESTree, Parse } from '../stages/parse.ts'

export type ViteEdit =
  { done: 'already' } | { done: 'edited'; text: string } | { done: 'unclear'; because: 'parse' | 'shape' }

/**
 * Adds `walletkit()` and its import to the text of a vite config. Returns `already` when the text imports it, and
 * `unclear` when the text has a syntax error, or does not have exactly one config object whose `plugins` are missing or
 * a literal array.
 */
export function addVitePlugin(file: string, text: string, parse: Parse): ViteEdit {
  const { program, error } = parse(file, text)
  if (error !== undefined) return { done: 'unclear', because: 'parse' }
  if (importsWalletKit(program)) return { done: 'already' }
  const config = configObject(program)
  const edit = config && pluginEdit(text, config)
  if (!edit) return { done: 'unclear', because: 'shape' }
  const changed = [edit, importEdit(text, program)]
    .sort((a, b) => b.at - a.at)
    .reduce((out, { at, text: added }) => out.slice(0, at) + added + out.slice(at), text)
  // Parse the result again, to be sure that the edit did what was intended.
  const again = parse(file, changed)
  if (again.error !== undefined || !importsWalletKit(again.program)) return { done: 'unclear', because: 'shape' }
  return { done: 'edited', text: changed }
}

const imports = ({ body }: ESTree.Program) => body.filter((node) => node.type === 'ImportDeclaration')
const importsWalletKit = (program: ESTree.Program) =>
  imports(program).some(({ source }) => source.value === 'walletkit/vite')

/** Finds `export default {…}`, `export default defineConfig({…})`, or a constant that is one of them. */
function configObject(program: ESTree.Program): ESTree.ObjectExpression | undefined {
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') return objectOf(node.declaration, program, 0)
  }
  return undefined
}

function objectOf(
  node: ESTree.Node | null | undefined,
  program: ESTree.Program,
  depth: number,
): ESTree.ObjectExpression | undefined {
  if (!node || depth > 5) return undefined
  switch (node.type) {
    case 'ObjectExpression':
      return node
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return objectOf(node.expression, program, depth + 1)
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'defineConfig' && node.arguments.length === 1
        ? objectOf(node.arguments[0], program, depth + 1)
        : undefined
    case 'Identifier':
      return objectOf(constant(node.name, program), program, depth + 1)
    default:
      return undefined
  }
}

function constant(name: string, { body }: ESTree.Program): ESTree.Node | null | undefined {
  for (const node of body) {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue
    const found = node.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (found) return found.init
  }
  return undefined
}

/** The name of a property, written with or without quotes; undefined for a number. */
const nameOf = (key: ESTree.Node): string | undefined => {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined
}

function pluginEdit(
  text: string,
  { properties, start }: ESTree.ObjectExpression,
): { at: number; text: string } | undefined {
  const named = properties.filter((each) => each.type === 'Property')
  const [plugins, second] = named.filter(({ key }) => nameOf(key) === 'plugins')
  // Give up on a computed key, which may mean `plugins` too, and on two lists, of which only the second counts.
  if (second || named.some(({ computed }) => computed)) return undefined
  // A spread may contain plugins, which would replace a list that is written before it. So give up on a spread after
  // the list; without a list, on any spread, because the new list is written at the beginning.
  const after = plugins ? properties.indexOf(plugins) : -1
  if (properties.slice(after + 1).some(({ type }) => type !== 'Property')) return undefined
  if (!plugins) {
    const next = named[0]
    const own = next && /(\r?\n[ \t]*)$/.exec(text.slice(0, next.start))?.[1]
    return { at: start + 1, text: `${own ?? ' '}plugins: [walletkit()]${next ? ',' : ' '}` }
  }
  const list = plugins.value
  if (list.type !== 'ArrayExpression') return undefined
  const last = list.elements.at(-1)
  if (!last) return { at: list.start + 1, text: 'walletkit()' }
  const own = /(\r?\n[ \t]*)$/.exec(text.slice(0, last.start))?.[1]
  return { at: last.end, text: `,${own ?? ' '}walletkit()` }
}

/** Inserts the import after the last import, or at the top, with the quotes and semicolons that the file uses. */
function importEdit(text: string, program: ESTree.Program): { at: number; text: string } {
  const last = imports(program).at(-1)
  const line = text.includes('\r\n') ? '\r\n' : '\n'
  const quote = last?.source.raw?.startsWith('"') ? '"' : "'"
  const semicolon = last && text[last.end - 1] === ';' ? ';' : ''
  const statement = `import { walletkit } from ${quote}walletkit/vite${quote}${semicolon}`
  return last ? { at: last.end, text: line + statement } : { at: 0, text: statement + line + line }
}
