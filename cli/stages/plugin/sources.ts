/** Reads and parses the plugin's files that can become part of a page. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lineAndColumn } from '../../../schema/scan.ts'
import { type ESTree, type Node, type Parse, walk } from '../parse.ts'
import { type Finding, finding } from './finding.ts'
import { uncast } from './uncast.ts'

export type Source = { file: string; text: string; program: ESTree.Program }

const CODE = /\.[cm]?[jt]sx?$/
/** Folders whose files are not part of a page. Hidden files and folders are not either. */
const OUTSIDE = /^(node_modules|dist|playground|tests?)$/
const NOT_SHIPPED = /\.(test|spec|config)\.[cm]?[jt]sx?$|\.d\.[cm]?ts$/

/**
 * Reads and parses the plugin's files that can become part of a page: no tests, configs, declarations and the like. A
 * file that does not parse is not in `sources`, but in `found`.
 */
export async function readSources(folder: string, parse: Parse): Promise<{ sources: Source[]; found: Finding[] }> {
  const sources: Source[] = []
  const found: Finding[] = []
  for (const path of await filesIn(folder)) {
    const file = relative(folder, path).replaceAll('\\', '/')
    const text = await readFile(path, 'utf8')
    const { program, error } = parse(path, text)
    if (error === undefined) sources.push({ file, text, program })
    else found.push({ ...finding([], error, 'TypeScript or JavaScript', 'Correct the syntax.'), path: 'syntax', file })
  }
  return { sources, found }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !OUTSIDE.test(entry.name)) found.push(...(await filesIn(path)))
    else if (entry.isFile() && CODE.test(entry.name) && !NOT_SHIPPED.test(entry.name)) found.push(path)
  }
  return found
}

/** A finding at a node of a file. `path` names its subject. */
export const at = (
  { file, text }: Pick<Source, 'file' | 'text'>,
  node: { start: number },
  path: string,
  ...rest: [message: string, expected: string, fix: string]
): Finding => ({ ...finding([], ...rest), path, file, ...lineAndColumn(text, node.start) })

/** The text of a string literal, or of a template without expressions; undefined for anything else. */
export function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** A member's name: `storage` for both `kit.storage` and `kit['storage']`. */
export function memberOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  if (node.computed) return textOf(node.property)
  return node.property.type === 'Identifier' ? node.property.name : undefined
}

/** The name of the object of a member: `window` for `window.open` and for `(window as any).open`. */
export function objectName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  const object = uncast(node.object)
  return object.type === 'Identifier' ? object.name : memberOf(object)
}

export type Call = { node: ESTree.CallExpression; name: string; owner: string | undefined }

/** Calls of members: for `kit.storage.get('a')` the name is `get` and the owner is `storage`. */
export function memberCalls({ program }: Source): Call[] {
  const found: Call[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = uncast(node.callee)
    const name = memberOf(callee)
    if (name !== undefined) found.push({ node, name, owner: objectName(callee) })
  })
  return found
}
