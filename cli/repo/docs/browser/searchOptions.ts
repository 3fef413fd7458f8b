/** How the index is made and read: the same for the build and for the page. */
import type { Options } from 'minisearch'

/** A section of a page. `url` is from the docs' root. */
export type Entry = { id: number; title: string; page: string; text: string; url: string }

export const OPTIONS: Options<Entry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text', 'url'],
  // `kit.open`, `features.send` and `SEND_FAILED` are found whole and by their parts.
  tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: (term) => term.length > 1, fuzzy: 0.15, combineWith: 'AND' },
}
