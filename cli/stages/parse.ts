/** Parses source code, mostly with the parser of the project's vite. Nothing here runs the code. */
import { fileURLToPath } from 'node:url'
import { parse as parseWithAcorn } from 'acorn'
import type { ESTree } from 'vite'
import { reasonOf } from '../failure.ts'
import { resolveModule, type Vite } from '../project.ts'

export type { ESTree }
export type Parsed = { program: ESTree.Program; error: string | undefined }
export type Parse = (file: string, text: string) => Parsed

/** The parser of vite 8 or rolldown, for TypeScript and JSX. Undefined if neither the project nor walletkit has one. */
export async function loadParse(root: string): Promise<Parse | undefined> {
  const own = fileURLToPath(import.meta.url)
  for (const from of [root, own]) {
    for (const name of ['vite', 'rolldown/utils']) {
      const module = (await resolveModule(from, name)) as Partial<Pick<Vite, 'parseSync'>> | undefined
      const { parseSync } = module ?? {}
      if (parseSync) return (file, text) => read(parseSync, file, text)
    }
  }
  return undefined
}

/** The parser of `loadParse`, else the bundled one: a project of Next or webpack need not install vite. */
export async function loadAnyParse(root: string): Promise<Parse> {
  return (await loadParse(root)) ?? (await loadBabel())
}

/** Babel's parser in ESTree form. It is bundled with the CLI and loads only when the project has no other parser. */
export async function loadBabel(): Promise<Parse> {
  const { parse } = await import('@babel/parser')
  return (file, text) => {
    try {
      const jsx = /\.[cm]?ts$/.test(file) ? [] : (['jsx'] as const)
      const { program } = parse(text, { sourceType: 'module', plugins: ['estree', 'typescript', ...jsx] })
      // Both parsers give the same tree (ESTree); their types differ in names only.
      return { program: program as unknown as ESTree.Program, error: undefined }
    } catch (error) {
      return { program: EMPTY, error: reasonOf(error) }
    }
  }
}

const EMPTY: ESTree.Program = {
  type: 'Program',
  sourceType: 'module',
  hashbang: null,
  body: [],
  start: 0,
  end: 0,
}

function read(parseSync: Vite['parseSync'], file: string, text: string): Parsed {
  // A .js file may contain JSX, and the TSX parser reads both.
  const lang = /\.[cm]?ts$/.test(file) ? 'ts' : 'tsx'
  const { program, errors } = parseSync(file, text, { lang, sourceType: 'module' })
  const [first] = errors.filter(({ severity }) => severity === 'Error')
  return { program, error: first?.message }
}

/** Parses JavaScript with acorn, which is bundled: projects without vite may have no parser. */
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
