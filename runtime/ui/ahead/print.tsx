/** Renders the Connect view in a build, and turns it into a plan that the page draws before React has loaded. */
import { renderToString } from 'react-dom/server'
import type { Kit } from '../../contracts/kit.ts'
import type { WalletRow } from '../screens/Connect/rows.ts'
import { treeOf } from '../shell/render.tsx'
import { parseMarkup } from './parse.ts'
import { BLANKS, kindOf, type Part, type Plan, stateOf } from './plan.ts'
import { ahead } from './record.ts'

const TAGS = [undefined, 'installed', 'recent', 'multichain', 'qrCode'] as const

/** A row of each kind, with blanks for a wallet's own values. */
const KINDS: readonly WalletRow[] = [
  ...TAGS.flatMap((tag) =>
    [undefined, `data:image/png,${BLANKS.image}`].map((image) => ({
      key: `${tag}${image}`,
      name: BLANKS.name,
      image,
      tag,
    })),
  ),
  { key: 'waiting', name: '', image: undefined, tag: undefined, waiting: true },
]

/**
 * The plan as text, for a kit whose plugins and texts have loaded. Throws what a component throws, and an Error for
 * markup from which no plan can be made.
 */
export function print(kit: Kit): string {
  ahead(kit).rows = KINDS
  // An open modal shows more than a closed one on some pages; what a page draws is open.
  kit.state.modal.open = true
  const [modal = '', ...others] = parseMarkup(renderToString(treeOf(kit, undefined)))
  if (others.length || typeof modal === 'string') throw new Error('The modal is not one element')
  const found: { rows?: Part[] } = {}
  const plan: Plan = {
    tag: kit.language?.tag ?? 'en',
    state: stateOf(kit),
    modal: withoutRows(modal, found),
    rows: Object.fromEntries((found.rows ?? []).map((row, at) => [kindAt(at), blank(row)])),
  }
  return JSON.stringify(plan)
}

const kindAt = (at: number) => {
  const row = KINDS[at]
  return row ? kindOf(row, row.image !== undefined) : ''
}

/**
 * Takes the rows out of the wallet list, and leaves `*` in their place. There, a page draws the rows of its own
 * wallets.
 */
function withoutRows(part: Part, found: { rows?: Part[] }): Part {
  if (typeof part === 'string') return part
  const [tag, attributes, ...inside] = part
  const isList = tag === 'ul' && JSON.stringify(inside[0] ?? '').includes(BLANKS.name)
  if (!isList) return [tag, attributes, ...inside.map((each) => withoutRows(each, found))]
  found.rows = inside.slice(0, KINDS.length)
  return [tag, attributes, ['*', {}], ...inside.slice(KINDS.length)]
}

/** Replaces the key and picture of the made-up wallet by the blanks. */
function blank(part: Part): Part {
  if (typeof part === 'string') return part
  const [tag, attributes, ...inside] = part
  const own = Object.entries(attributes).map(([name, value]) => [
    name,
    name === 'data-id' ? BLANKS.key : name === 'src' ? BLANKS.image : value,
  ])
  return [tag, Object.fromEntries(own) as Record<string, string>, ...inside.map(blank)]
}
