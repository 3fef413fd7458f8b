/**
 * Parses source code with parsers that are bundled with the CLI. A parser from the project would run code that the user
 * may not trust.
 */
import type { ParserPlugin } from '@babel/parser'
import { parse as parseWithAcorn } from 'acorn'
import type { ESTree } from 'vite'
import { reasonOf } from '../failure.ts'

export type { ESTree }
export type Parsed = { program: ESTree.Program; error: string | undefined }
export type Parse = (file: string, text: string) => Parsed

const ESTREE: ParserPlugin = ['estree', { classFeatures: true }]
const PLUGINS = [
  ESTREE,
  'typescript',
  'decorators-legacy',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
] as const

/** Babel's parser for TypeScript and JSX, in ESTree form. It loads only when a command needs it. */
export async function loadParse(): Promise<Parse> {
  const { parse } = await import('@babel/parser')
  return (file, text) => {
    try {
      // A .js file may contain JSX, and the TSX parser reads both.
      const jsx = /\.[cm]?ts$/.test(file) ? [] : (['jsx'] as const)
      const { program } = parse(text, { sourceType: 'module', attachComment: false, plugins: [...PLUGINS, ...jsx] })
      // The plugin `estree` makes the nodes of ESTree, but Babel's types describe the nodes of Babel's own tree.
      const tree = program as unknown as ESTree.Program
      walk(tree, toEstree)
      return { program: tree, error: undefined }
    } catch (error) {
      return { program: EMPTY, error: reasonOf(error) }
    }
  }
}

/**
 * Moves an enum's members into its `body`, where ESTree has them. Babel puts them into the enum itself, also in ESTree
 * form.
 */
function toEstree(node: Node): void {
  if (node.type !== 'TSEnumDeclaration' || !('members' in node)) return
  const { members, start, end } = node as ESTree.TSEnumDeclaration & Pick<ESTree.TSEnumBody, 'members'>
  node.body = { type: 'TSEnumBody', members, start, end }
}

const EMPTY: ESTree.Program = {
  type: 'Program',
  sourceType: 'module',
  hashbang: null,
  body: [],
  start: 0,
  end: 0,
}

/** Parses JavaScript with acorn. */
export const parseScript: Parse = (_file, text) => {
  try {
    const program: unknown = parseWithAcorn(text, { ecmaVersion: 'latest', sourceType: 'module' })
    // Both parsers give the same tree (ESTree); their types differ in names only.
    return { program: program as ESTree.Program, error: undefined }
  } catch (error) {
    return { program: EMPTY, error: reasonOf(error) }
  }
}

export type Node = ESTree.Node

/** Calls `visit` for every node, parents first. */
export function walk(root: Node, visit: (node: Node) => void): void {
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    visit(node)
    const inner = Object.values(node as unknown as Record<string, unknown>).flat()
    open.push(...inner.filter(isNode).reverse())
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
