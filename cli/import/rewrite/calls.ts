/** Replaces the calls that made the old library's modal, its wagmi config and its adapters. */
import { type ESTree, type Node, walk } from '../../stages/parse.ts'
import type { Module } from '../project.ts'
import { countUses } from '../uses.ts'
import { covered, type File, isFrom, KIT, need, remove, WAGMI } from './edits.ts'

const CREATES = /^(?:createAppKit|createWeb3Modal)$/
const ADAPTERS = /^@reown\/appkit-adapter-/

/** Removes or replaces calls that create the old library's modal, its wagmi config or its wagmi adapter. */
export function calls(file: File): void {
  const { edits, module } = file
  const swap = ({ start, end }: Node, source: string, name: string, text = (local: string) => local) =>
    void edits.push({ start, end, text: text(need(file, source, name)) })
  walk(module.program, (node) => {
    if (node.type === 'ExpressionStatement' && isCreate(file, node.expression)) return remove(file, node)
    if (isCreate(file, node) && !covered(file, node)) return swap(node, KIT, 'kit')
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    if (node.callee.type !== 'Identifier' || covered(file, node)) return
    const [first] = node.arguments
    const isDefault = (each: Node | undefined) =>
      each?.type === 'CallExpression' &&
      each.callee.type === 'Identifier' &&
      isFrom(file, each.callee, /^@rainbow-me\/rainbowkit$|^connectkit$/, /^getDefaultConfig$/)
    if (isDefault(node)) return swap(node, WAGMI, 'wagmiConfig')
    if (isFrom(file, node.callee, /^wagmi$/, /^createConfig$/) && isDefault(first))
      return swap(node, WAGMI, 'wagmiConfig')
    if (isFrom(file, node.callee, ADAPTERS, /^WagmiAdapter$/))
      return swap(node, WAGMI, 'wagmiConfig', (local) =>
        local === 'wagmiConfig' ? '{ wagmiConfig }' : `{ wagmiConfig: ${local} }`,
      )
  })
}

/** Removes adapters that only the removed calls used, exported ones too. */
export function adapters(file: File, files: readonly File[]): void {
  const { edits, module } = file
  for (const node of module.program.body) {
    const isExported = node.type === 'ExportNamedDeclaration'
    const declared = isExported ? node.declaration : node
    if (declared?.type !== 'VariableDeclaration' || declared.declarations.length !== 1) continue
    const [only] = declared.declarations
    if (only?.id.type !== 'Identifier' || only.init?.type !== 'NewExpression' || only.init.callee.type !== 'Identifier')
      continue
    if (!isFrom(file, only.init.callee, ADAPTERS, /Adapter$/) || covered(file, only.init)) continue
    const { name } = only.id
    if (countUses(module, name, [...edits, node]) > 0) continue
    if (!isExported || !files.some((other) => other !== file && uses(other, name))) remove(file, node)
  }
}

/** Whether a file still uses what it imports from another file of the project under this name. */
const uses = ({ module, edits }: File, name: string): boolean =>
  [...module.imports].some(
    ([local, from]) =>
      (from.name === '*' || from.name === name) &&
      /^[.@~#]/.test(from.source) &&
      countUses(module, local, [...edits, ...importRanges(module)]) > 0,
  )

const importRanges = ({ program }: Module) => program.body.filter(({ type }) => type === 'ImportDeclaration')

const isCreate = (file: File, node: Node): node is ESTree.CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && isFrom(file, node.callee, /./, CREATES)

/** Removes constants that only removed code used, if they are plain data: `const metadata = {…}`. */
export function unusedData(file: File): void {
  const { edits, module } = file
  const constants = module.program.body.filter((node) => node.type === 'VariableDeclaration')
  for (let before = -1; before !== edits.length;) {
    before = edits.length
    for (const node of constants) {
      const [only, ...more] = node.declarations
      if (only?.id.type !== 'Identifier' || more.length || covered(file, node) || !isData(only.init)) continue
      const { name } = only.id
      if (countUses(module, name, [node]) > 0 && countUses(module, name, [...edits, node]) === 0) remove(file, node)
    }
  }
}

/** Whether evaluating the expression runs nothing. Functions count as code that its author wants to keep. */
function isData(init: Node | null): boolean {
  let found = init !== null
  if (init)
    walk(init, ({ type }) => {
      if (/Function|^(?:Call|New|Await|Yield|Import|Assignment|Update|TaggedTemplate|Class)Expression$|^JSX/.test(type))
        found = false
    })
  return found
}
