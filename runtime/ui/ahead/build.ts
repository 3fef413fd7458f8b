/**
 * Makes the elements of a plan: the Connect view that the build has rendered (plan.ts), with the page's own wallets.
 * Works without a string of markup, which Trusted Types would refuse.
 */
import type { Part, Plan } from './plan.ts'
import { BLANK, BLANKS, kindOf } from './plan.ts'
import type { WalletRow } from '../screens/Connect/rows.ts'

const SVG = 'http://www.w3.org/2000/svg'

type Blanks = Readonly<Record<string, string>>

/** A row, with the picture that may be shown of its wallet. */
export type PlannedRow = { row: Pick<WalletRow, 'key' | 'name' | 'tag' | 'waiting'>; image: string | undefined }

/**
 * Builds the modal's element. `undefined` when the plan has no row of a wallet's kind, a wallet has no name, or the
 * plan's modal is no element.
 */
export function build({ modal, rows }: Plan, planned: readonly PlannedRow[]): Element | undefined {
  const parts = planned.map(({ row, image }) => rows[kindOf(row, image !== undefined)])
  if (planned.some(({ row }, at) => !parts[at] || (!row.waiting && !row.name.trim()))) return undefined

  // Look up only what may be a blank (the place of a wallet's own value): a look-up of a long text, such as the path of
  // a picture, takes the browser time.
  const filled = (text: string, blanks: Blanks) => (text.startsWith(BLANK) ? (blanks[text] ?? text) : text)
  const make = (part: Part, parent: Node, blanks: Blanks, space?: string): Node => {
    if (typeof part === 'string') return parent.appendChild(document.createTextNode(filled(part, blanks)))
    const [tag, attributes, first] = part
    if (tag === '!') return parent.appendChild(document.createComment(typeof first === 'string' ? first : ''))
    if (tag === '*') {
      planned.forEach(({ row, image }, at) => make(parts[at] ?? '', parent, blanksOf(row, image)))
      return parent
    }
    const own = tag === 'svg' ? SVG : space
    const element = own ? document.createElementNS(own, tag) : document.createElement(tag)
    for (const name of Object.keys(attributes)) element.setAttribute(name, filled(attributes[name] ?? '', blanks))
    for (const each of part.slice(2)) make(each as Part, element, blanks, own)
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
