/**
 * Replaces the networks that a project imports from AppKit by viem's. Removes those that viem does not have, such as
 * Solana's, from the project's lists, because walletkit's config names them.
 */
import { type ESTree, type Node, walk } from '../../stages/parse.ts'
import { countUses } from '../uses.ts'
import { type File, isFrom, quoted, remove } from './edits.ts'

/** Removes networks that viem does not have, such as Solana's, from lists, because walletkit's config names them. */
export function networks(file: File, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  const isOther = (node: Node | null) =>
    node?.type === 'Identifier' &&
    isFrom(file, node, /^@reown\/appkit\/networks$/, /./) &&
    !isEvm(module.imports.get(node.name)?.name ?? node.name)
  walk(module.program, (node) => {
    if (node.type !== 'ArrayExpression') return
    const { elements: list } = node
    const lastKept = list.findLast((each) => !isOther(each))
    for (const [at, each] of list.entries()) {
      if (!each || !isOther(each)) continue
      const next = list[at + 1]
      edits.push(
        next
          ? { start: each.start, end: next.start, text: '' }
          : { start: lastKept?.end ?? each.start, end: each.end, text: '' },
      )
    }
  })
}

/** Imports networks from viem. Those that viem does not have keep their import, if something still uses them. */
export function chainsOf(file: File, node: ESTree.ImportDeclaration, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  const named = (each: (typeof node.specifiers)[number]) =>
    each.type === 'ImportSpecifier' && each.imported.type !== 'Literal' ? each.imported.name : undefined
  const used = node.specifiers.filter(
    (each) =>
      countUses(module, each.local.name, [...edits, node]) > 0 || countUses(module, each.local.name, [node]) === 0,
  )
  const isOther = (each: (typeof node.specifiers)[number]) => {
    const name = named(each)
    return name !== undefined && name !== 'AppKitNetwork' && !isEvm(name)
  }
  const [others, chains] = [used.filter(isOther), used.filter((each) => !isOther(each))]
  if (!used.length) return remove(file, node)
  const texts = (list: typeof used) =>
    list.map((each) =>
      named(each) === 'AppKitNetwork'
        ? `${each.type === 'ImportSpecifier' && each.importKind === 'type' ? 'type ' : ''}Chain as ${each.local.name}`
        : module.text.slice(each.start, each.end),
    )
  const start = `import ${node.importKind === 'type' ? 'type ' : ''}`
  const end = module.text.slice(node.source.end, node.end)
  const line = (list: typeof used, source: string) =>
    list.length ? [`${start}{ ${texts(list).join(', ')} } from ${quoted(module, node.source, source)}${end}`] : []
  if (used.some(({ type }) => type !== 'ImportSpecifier')) {
    edits.push({ start: node.source.start, end: node.source.end, text: quoted(module, node.source, 'viem/chains') })
    return
  }
  const lines = [...line(chains, 'viem/chains'), ...line(others, '@reown/appkit/networks')]
  edits.push({ start: node.start, end: node.end, text: lines.join('\n') })
}
