/** Makes the list's lines with their positions: month headings and rows. A swap and its approval share one line. */
import type { Sent } from 'walletkit/plugin'
import { byTime } from './grouping.ts'
import type { Transaction } from './transaction.ts'

/** Heights in px at the usual size of text; `views/history.css.ts` sets the same ones. */
export const MONTH_HEIGHT = 32
export const ROW_HEIGHT = 60

/** `top` is in px. `month` is the first day of the month, in ms since 1970. */
export type Item = { key: string; top: number } & (
  | { kind: 'month'; month: number }
  | { kind: 'sent'; sent: Sent }
  | { kind: 'row'; row: Transaction; approval?: Transaction }
)

type Source = { kind: 'sent'; sent: Sent; at: number } | { kind: 'row'; row: Transaction; at: number }
/**
 * `swaps`: the index in `items` of each swap, by `<contract> <paid symbol>`: an older approval of that token for that
 * contract joins the swap's line.
 */
type Made = { items: Item[]; height: number; month: string | undefined; swaps: Map<string, number> }

const start = (): Made => ({ items: [], height: 0, month: undefined, swaps: new Map() })

/** An approval belongs to a swap if it came at most this many ms before it: one hour. */
const TOGETHER = 3_600_000

function add(made: Made, source: Source) {
  if (source.kind === 'row' && isJoined(made, source.row)) return
  const at = new Date(source.at)
  const month = `${at.getFullYear()}-${at.getMonth()}`
  if (month !== made.month) {
    const first = new Date(at.getFullYear(), at.getMonth()).getTime()
    // Local clock and chain time can differ, so the same month may appear twice: the index keeps its keys unique.
    const key = `month-${month}-${made.items.length}`
    made.items.push({ kind: 'month', key, top: made.height, month: first })
    made.height += MONTH_HEIGHT
    made.month = month
  }
  const place = { key: source.kind === 'sent' ? source.sent.hash : source.row.id, top: made.height }
  made.items.push(
    source.kind === 'sent' ? { ...place, kind: 'sent', sent: source.sent } : { ...place, kind: 'row', row: source.row },
  )
  made.height += ROW_HEIGHT
  if (source.kind === 'row' && paidOf(source.row) !== undefined)
    made.swaps.set(`${source.row.metadata.sentTo} ${paidOf(source.row)}`.toLowerCase(), made.items.length - 1)
}

/** The symbol of the token that a swap pays with; `undefined` if the transaction is no swap. */
function paidOf({ transfers }: Transaction): string | undefined {
  const [out, gain] = (['out', 'in'] as const).map((way) => transfers.find(({ direction }) => direction === way))
  return gain && out?.fungible_info?.symbol
}

/** If the row is the approval of a swap that is in the list already, adds it to the swap's line and returns true. */
function isJoined(made: Made, row: Transaction): boolean {
  const [approval, ...others] = row.approvals
  if (!approval || others.length || row.transfers.length || row.metadata.status !== 'confirmed') return false
  const at = made.swaps.get(`${approval.spender} ${approval.fungible_info.symbol}`.toLowerCase())
  const swap = at === undefined ? undefined : made.items[at]
  if (at === undefined || swap?.kind !== 'row' || swap.approval || swap.row.at - row.at > TOGETHER) return false
  made.items[at] = { ...swap, approval: row }
  return true
}

/** Merges the history (`rows`) and what was sent from this browser, newest first, with pending sends at the top. */
function sourcesOf(rows: readonly Transaction[], sent: readonly Sent[]): Source[] {
  const known = rows.map((row): Source => ({ kind: 'row', row, at: row.at }))
  const own = sent.map((each): Source => ({ kind: 'sent', sent: each, at: each.at }))
  const isPending = (source: Source) => source.kind === 'sent' && source.sent.status === 'pending'
  const settled = [...own.filter((each) => !isPending(each)), ...known].sort((a, b) => b.at - a.at)
  return [...own.filter(isPending), ...settled]
}

/**
 * Returns a function that makes the lines. The function remembers its last result: while there are no purchases, a page
 * at the end of the list only adds the page's own lines.
 */
export function createItems() {
  let made = start()
  let before: { rows: readonly Transaction[]; purchases: readonly Transaction[]; sent: readonly Sent[] } | undefined

  return (
    rows: readonly Transaction[],
    purchases: readonly Transaction[],
    sent: readonly Sent[],
    hasMore: boolean,
  ): { items: readonly Item[]; height: number } => {
    const goesOn =
      before?.purchases === purchases &&
      before.sent === sent &&
      purchases.length === 0 &&
      before.rows.length <= rows.length &&
      before.rows.every((row, at) => row === rows[at])
    if (goesOn && before) {
      const known = before.rows.length
      made = { ...made, items: known === rows.length ? made.items : [...made.items] }
      for (const row of rows.slice(known)) add(made, { kind: 'row', row, at: row.at })
    } else {
      // A purchase older than the oldest row belongs to a later page.
      const end = hasMore ? (rows.at(-1)?.at ?? Infinity) : -Infinity
      const bought = purchases.filter(({ at, metadata }) => at >= end || metadata.status === 'pending')
      made = start()
      for (const source of sourcesOf(bought.length ? byTime([...bought, ...withoutBought(rows, bought)]) : rows, sent))
        add(made, source)
    }
    before = { rows, purchases, sent }
    return made
  }
}

/**
 * Drops rows that are also in `bought`: the history also lists the transfer of a purchase, which must appear only once.
 */
export function withoutBought(rows: readonly Transaction[], bought: readonly Transaction[]): Transaction[] {
  const hashes = new Set(bought.flatMap(({ metadata }) => (metadata.hash ? [metadata.hash.toLowerCase()] : [])))
  return rows.filter(({ metadata }) => !hashes.has(metadata.hash.toLowerCase()))
}

/** Index of the line at `top` px; past the end, the index of the last line. */
export function indexAt(items: readonly Item[], top: number): number {
  let [low, high] = [0, Math.max(0, items.length - 1)]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle + 1]?.top ?? Infinity) <= top) low = middle + 1
    else high = middle
  }
  return low
}
