/** Changes a file's imports and re-exports. */
import type { ESTree, Node } from '../../stages/parse.ts'
import type { Module } from '../project.ts'
import { countUses } from '../uses.ts'
import { compatOf } from './compat.ts'
import { add, type File, quoted, remove } from './edits.ts'
import { chainsOf } from './networks.ts'

/**
 * Changes imports and re-exports: names that one of walletkit's compat modules exports come from there, and AppKit's
 * networks from viem if viem has them. Removes the old library's stylesheet, and unused names of that library and of
 * wagmi. Removes a name of another package only if this rewrite removed its last use.
 */
export function importsOf(file: File, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  for (const node of module.program.body) {
    if (node.type === 'ExportNamedDeclaration') exportsOf(file, node)
    if (node.type !== 'ImportDeclaration') continue
    const source = node.source.value
    if (/^(?:@rainbow-me\/rainbowkit|connectkit)\/styles\.css$/.test(source)) remove(file, node)
    if (!node.specifiers.length) continue
    if (source === '@reown/appkit/networks') {
      chainsOf(file, node, isEvm)
      continue
    }
    const kept = node.specifiers.filter((each) => {
      if (each.type === 'ImportSpecifier' && moved(file, source, each, node.importKind === 'type')) return false
      const { name } = each.local
      if (countUses(module, name, [...edits, node]) > 0) return true
      // Keep an import that had no uses before this rewrite: its author wants it. Keep React, which JSX may need
      // without naming it.
      return !isOld(source) && (name === 'React' || countUses(module, name, [node]) === 0)
    })
    if (kept.length === node.specifiers.length) continue
    if (!kept.length) remove(file, node)
    else edits.push({ start: node.start, end: node.end, text: shortened(module, node, kept) })
  }
}

/** Replaces the import of a name by one from the compat module that exports it; returns false if none does. */
function moved(file: File, source: string, { imported, local, importKind }: ESTree.ImportSpecifier, isType: boolean) {
  const given = imported.type === 'Literal' ? undefined : imported.name
  const compat = given === undefined ? undefined : compatOf(source, given)
  if (given === undefined || !compat) return false
  const kind = isType || importKind === 'type' || compat.isType ? 'type ' : ''
  add(file.imports, compat.module, kind + (given === local.name ? given : `${given} as ${local.name}`))
  return true
}

/** `export { … } from` the old library: the compat module takes its place if it has every name. */
function exportsOf({ edits, module }: File, { source, specifiers }: ESTree.ExportNamedDeclaration): void {
  if (!source || !specifiers.length) return
  const names = specifiers.map(({ local }) => (local.type === 'Literal' ? local.value : local.name))
  const found = names.map((name) => compatOf(source.value, name))
  const [first] = found
  if (first && found.every((each) => each?.module === first.module))
    edits.push({ start: source.start, end: source.end, text: quoted(module, source, first.module) })
}

const isOld = (source: string) => /^@reown\/|^@web3modal\/|^@rainbow-me\/|^connectkit|^wagmi$/.test(source)

function shortened(
  module: Module,
  node: ESTree.ImportDeclaration,
  kept: ESTree.ImportDeclaration['specifiers'],
): string {
  const textOf = (each: Node) => module.text.slice(each.start, each.end)
  const named = kept.filter(({ type }) => type === 'ImportSpecifier').map(textOf)
  // A default or a namespace import stands outside of the braces.
  const others = kept.filter(({ type }) => type !== 'ImportSpecifier').map(textOf)
  const list = [...others, ...(named.length ? [`{ ${named.join(', ')} }`] : [])].join(', ')
  return `import ${node.importKind === 'type' ? 'type ' : ''}${list} from ${module.text.slice(node.source.start, node.end)}`
}
