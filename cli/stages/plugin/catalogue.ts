/** Reads the English texts of a plugin from its sources without running them. */
import { isRecord, type Manifest } from '../../record.ts'
import { type ESTree, type Node, walk } from '../parse.ts'
import { type Source, textOf } from './sources.ts'
import { thunkPath } from './thunks.ts'

export type Texts = Readonly<Record<string, string>>

/**
 * The plugin's catalogue of texts: undefined when the manifest names none. `texts`: undefined if code assembles them,
 * or if the file is missing.
 */
export function readCatalogue(sources: readonly Source[], manifest: Manifest, entry: string) {
  const path = thunkPath(manifest.messages, entry)
  if (path === undefined) return undefined
  const file = sources.find((source) => withoutEnding(source.file) === withoutEnding(path))
  return { path, texts: file && catalogueOf(file) }
}

const withoutEnding = (path: string) => path.replace(/\.\w+$/, '')

/**
 * The texts that a catalogue's file exports, '' for one that code makes. Undefined if it has a spread or computed keys.
 */
function catalogueOf({ program }: Source): Texts | undefined {
  let texts: Texts | undefined
  walk(program, (node) => {
    const value =
      node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'defineMessages'
        ? node.arguments[0]
        : node.type === 'ExportDefaultDeclaration'
          ? node.declaration
          : undefined
    if (value?.type === 'ObjectExpression') texts ??= textsIn(value)
  })
  return texts
}

function textsIn({ properties }: ESTree.ObjectExpression): Texts | undefined {
  const rows = properties.map((each) => {
    if (each.type !== 'Property' || each.computed) return undefined
    const key = textOf(each.key) ?? nameOf(each.key)
    return key === undefined ? undefined : ([key, textOf(each.value) ?? ''] as const)
  })
  return rows.every((row) => row !== undefined) ? Object.fromEntries(rows) : undefined
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : undefined)

/** The prefixes of the message keys for labels of a slot's items, by slot. */
const LABELLED = { walletFeatures: 'feature', accountTabs: 'tab', accountMenu: 'menu' } as const

/** The titles of a manifest's views and the labels of its slots, by the message keys that translations use for them. */
export function textsOfManifest({ views, slots }: Manifest): Texts {
  const titles = Object.entries(isRecord(views) ? views : {}).flatMap(([name, view]) =>
    isRecord(view) && typeof view.title === 'string' && view.title ? [[`title.${name}`, view.title] as const] : [],
  )
  const labels = Object.entries(LABELLED).flatMap(([slot, prefix]) => {
    const items: unknown = isRecord(slots) ? slots[slot] : undefined
    return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
      isRecord(item) && typeof item.key === 'string' && typeof item.label === 'string'
        ? [[`${prefix}.${item.key}`, item.label] as const]
        : [],
    )
  })
  return Object.fromEntries([...titles, ...labels])
}

/** The messages of the rows in `defineErrors`, by key, except rows that are only thrown and never shown. */
export function textsOfErrors(sources: readonly Source[]): Texts {
  const found: Record<string, string> = {}
  for (const { program } of sources)
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'defineErrors')
        return
      const [rows] = node.arguments
      if (rows?.type !== 'ObjectExpression') return
      for (const row of rows.properties) {
        if (row.type !== 'Property' || row.value.type !== 'ObjectExpression') continue
        const { message, declined, show } = textsIn(row.value) ?? {}
        const code = textOf(row.key) ?? nameOf(row.key)
        if (code === undefined || message === undefined || show === 'thrown') continue
        found[`error.${code}`] = message
        if (declined !== undefined) found[`error.${code}.declined`] = declined
      }
    })
  return found
}
