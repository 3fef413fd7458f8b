/** Finds the position of a value in a manifest's text. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pointerParts } from '../../../schema/issue.ts'
import { lineAndColumn } from '../../../schema/scan.ts'
import { loadParse, type Node, walk } from '../parse.ts'
import type { Finding } from './finding.ts'
import type { Inspected } from './inspect.ts'
import type { Source } from './sources.ts'

/** Adds the line and column of the value, or of the nearest enclosing value that is found. */
export function locate(found: Finding, source: Source | undefined): Finding {
  if (found.file !== undefined || !source) return found
  let place = definition(source)
  for (const part of pointerParts(found.pointer)) {
    const next = place && memberAt(place, part)
    if (!next) break
    place = next
  }
  const start = place?.type === 'Property' ? place.key.start : (place?.start ?? 0)
  return { ...found, file: source.file, ...lineAndColumn(source.text, start) }
}

/** The argument of `definePlugin`; undefined if the manifest does not call it. */
function definition({ program }: Source): Node | undefined {
  let found: Node | undefined
  walk(program, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'definePlugin')
      found ??= node.arguments[0]
  })
  return found
}

function memberAt(parent: Node, part: string): Node | undefined {
  const node = parent.type === 'Property' ? parent.value : parent
  if (node.type === 'ArrayExpression') return node.elements[Number(part)] ?? undefined
  if (node.type !== 'ObjectExpression') return undefined
  return node.properties.find(
    (each) =>
      each.type === 'Property' &&
      !each.computed &&
      (each.key.type === 'Identifier' ? each.key.name : 'value' in each.key ? String(each.key.value) : undefined) ===
        part,
  )
}

/** Reads and parses the manifest's file, then adds line and column as {@link locate} does. */
export async function locateIn(
  found: Finding,
  { folder, entry }: Pick<Inspected, 'folder' | 'entry'>,
): Promise<Finding> {
  const parse = await loadParse()
  const text = await readFile(join(folder, entry), 'utf8')
  return locate(found, { file: entry, text, program: parse(entry, text).program })
}
