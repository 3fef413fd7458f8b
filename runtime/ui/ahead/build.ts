/** Makes the elements of a plan. Works without a string of markup, which Trusted Types would refuse. */
import type { Part, Plan } from './plan.ts'
import { BLANKS, kindOf } from './plan.ts'
import type { WalletRow } from '../screens/Connect/rows.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** A row, with the picture that may be shown of its wallet. */
export type PlannedRow = { row: Pick<WalletRow, 'key' | 'name' | 'tag' | 'waiting'>; image: string | undefined }

/** Undefined when the plan has no row for a wallet, or a wallet has no name. */
export function build({ modal, rows }: Plan, planned: readonly PlannedRow[]): Element | undefined {
  const parts = planned.map(({ row, image }) => rows[kindOf(row, image !== undefined)])
  if (planned.some(({ row }, at) => !parts[at] || (!row.waiting && !row.name.trim()))) return undefined

  const make = (part: Part, parent: Node, blanks: Readonly<Record<string, string>>, space?: string): Node => {
    if (typeof part === 'string') return parent.appendChild(document.createTextNode(blanks[part] ?? part))
    const [tag, attributes, ...inside] = part
    if (tag === '!') return parent.appendChild(document.createComment(typeof inside[0] === 'string' ? inside[0] : ''))
    if (tag === '*') {
      planned.forEach(({ row, image }, at) => make(parts[at] ?? '', parent, blanksOf(row, image)))
      return parent
    }
    const own = tag === 'svg' ? SVG : space
    const element = own ? document.createElementNS(own, tag) : document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, blanks[value] ?? value)
    for (const each of inside) make(each, element, blanks, own)
    return parent.appendChild(element)
  }
  const made = make(modal, document.createDocumentFragment(), {})
  return made instanceof Element ? made : undefined
}

const blanksOf = ({ key, name }: PlannedRow['row'], image = '') => ({
  [BLANKS.key]: key,
  [BLANKS.name]: name,
  [BLANKS.image]: image,
  [BLANKS.letter]: [...name.trim()][0]?.toUpperCase() ?? '',
})
