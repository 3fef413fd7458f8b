/**
 * The options of the search index. The build, which makes the index, and the pages, which read it, must use the same.
 */
import type { Options } from 'minisearch'

/** A searchable section of a page. `url` is relative to the docs' root. */
export type Entry = { id: number; title: string; page: string; text: string; url: string }

export const OPTIONS: Options<Entry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text', 'url'],
  // Words are letters and digits only, so that `kit.open` and `SEND_FAILED` are found by each of their parts too.
  tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: (term) => term.length > 1, fuzzy: 0.15, combineWith: 'AND' },
}
