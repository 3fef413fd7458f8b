/**
 * Pages through several lists of one account at once: its transactions, its transfers of tokens, and so on. A page
 * number would be at another block in each list, so entries would be lost or repeated. The cursor is therefore a block
 * number: a page has every entry of the blocks above the next cursor, from all lists.
 */
import { SourceError, strangeCursor } from '../source.ts'

/** One entry of a list, and the block that it is in. */
type Placed = { block: number; entry: unknown }
/** The newest entries of a list. `isCut`: the list has older ones that are not here. */
export type Slice = { entries: unknown[]; isCut: boolean }

export type Lists<K extends string> = {
  source: string
  names: readonly K[]
  /** The newest entries up to the block `last` (inclusive), or of all blocks. */
  newest: (name: K, last: number | undefined) => Promise<Slice>
  /** The entries of one block, as many as the source reads at most. */
  inBlock: (name: K, block: number) => Promise<unknown[]>
  /** The block of an entry; undefined for a malformed entry. */
  blockOf: (entry: unknown) => number | undefined
}

/** `entries` are by list, in the order of the source. `next` is null on the last page. */
export type BlockPage<K extends string> = { entries: Record<K, unknown[]>; next: string | null }

/**
 * Reads one page.
 *
 * A list that is cut may have more entries in the oldest block that it shows, and below. The newest of these blocks,
 * over all lists, is the cursor: above it everything is known, and the next page starts with that block. If nothing is
 * above it, one block has more entries than a slice: all entries of that block are then read from the lists that are
 * cut there.
 *
 * Anybody can write thousands of fake transfers into one block. If the source fails to send them all, the page has the
 * newest ones, and the next page starts below that block: otherwise nothing below it could ever be reached.
 *
 * @throws SourceError if the source sends blocks above the cursor, since paging would never end then, or a list in
 * which no entry has a block number
 */
export async function pageOfBlocks<K extends string>(lists: Lists<K>, cursor: string | null): Promise<BlockPage<K>> {
  const { source, names, newest, inBlock, blockOf } = lists
  const last = lastBlock(cursor)
  const placed = {} as Record<K, Placed[]>
  const cuts = new Map<K, number>()
  // One request after the other, because free plans allow few requests per second.
  for (const name of names) {
    const { entries, isCut } = await newest(name, last)
    placed[name] = entries.flatMap((entry) => {
      const block = blockOf(entry)
      return block === undefined ? [] : [{ block, entry }]
    })
    const blocks = placed[name].map(({ block }) => block)
    if (last !== undefined && blocks.some((block) => block > last))
      throw new SourceError(source, 'sent blocks that were not asked for')
    if (entries.length > 0 && blocks.length === 0) throw new SourceError(source, 'sent a list without block numbers')
    if (isCut && blocks.length > 0)
      cuts.set(
        name,
        blocks.reduce((least, block) => Math.min(least, block)),
      )
  }
  const cut = Math.max(-1, ...cuts.values())
  const above = (name: K) => placed[name].filter(({ block }) => block > cut).map(({ entry }) => entry)
  if (cut < 0 || names.some((name) => above(name).length > 0))
    return { entries: collect(names, above), next: cut < 0 ? null : String(cut) }
  const whole = {} as Record<K, unknown[]>
  for (const name of names) {
    const known = placed[name].filter(({ block }) => block === cut).map(({ entry }) => entry)
    const all = cuts.get(name) === cut ? await inBlock(name, cut).catch(unlessRefused) : undefined
    whole[name] = all?.filter((entry) => blockOf(entry) === cut) ?? known
  }
  return { entries: whole, next: cut > 0 ? String(cut - 1) : null }
}

/** For `catch`: returns undefined for a SourceError. Throws any other error again, such as a Refusal. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof SourceError) return undefined
  throw error
}

function collect<K extends string>(names: readonly K[], of: (name: K) => unknown[]): Record<K, unknown[]> {
  const all = {} as Record<K, unknown[]>
  for (const name of names) all[name] = of(name)
  return all
}

function lastBlock(cursor: string | null): number | undefined {
  if (cursor === null) return undefined
  // Accept a number in one spelling only (no leading zeros), because each spelling would get its own cache entry.
  if (!/^(0|[1-9]\d{0,14})$/.test(cursor)) throw strangeCursor()
  return Number(cursor)
}
