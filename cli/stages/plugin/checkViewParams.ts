/** Reports slots that name a view which needs parameters: a slot opens its view without any. */
import { isRecord, type Manifest } from '../../record.ts'
import { type Node, walk } from '../parse.ts'
import { type Finding, finding } from './finding.ts'
import { type Source, textOf } from './sources.ts'

export function checkViewParams(sources: readonly Source[], manifest: Manifest): Finding[] {
  const needing = new Set(sources.flatMap(viewsWithParams))
  return Object.entries(isRecord(manifest.slots) ? manifest.slots : {}).flatMap(([slot, list]) =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((item, index) => {
      const view = isRecord(item) ? item.view : undefined
      if (typeof view !== 'string' || !needing.has(view)) return []
      return [
        finding(
          ['slots', slot, index, 'view'],
          `The view ${view} needs parameters, and a slot gives none`,
          'a view that opens without parameters',
          `Write ${view}: undefined | { … } in ViewParams, and let the view work without them.`,
        ),
      ]
    }),
  )
}

/** The views that need parameters: those whose type in `interface ViewParams` is an object, without `undefined`. */
function viewsWithParams({ program }: Source): string[] {
  const found: string[] = []
  walk(program, (node) => {
    if (node.type !== 'TSInterfaceDeclaration' || node.id.name !== 'ViewParams') return
    for (const member of node.body.body) {
      if (member.type !== 'TSPropertySignature' || member.computed || member.optional) continue
      const name = member.key.type === 'Identifier' ? member.key.name : textOf(member.key)
      const type = member.typeAnnotation?.typeAnnotation
      if (name !== undefined && type && isNeeded(type)) found.push(name)
    }
  })
  return found
}

/**
 * Whether a type is written as an object, or as a union of objects. A named type does not count, because it may include
 * `undefined`.
 */
function isNeeded(type: Node): boolean {
  if (type.type === 'TSUnionType') return type.types.every(isNeeded)
  return type.type === 'TSTypeLiteral'
}
