/**
 * Loads the languages of the login service's pages and mails: one JSON file each, in the folder `languages` beside this
 * file.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { preferredTags, writtenForm } from '../../runtime/lib/locale.ts'
import { isRecord } from '../../runtime/lib/isRecord.ts'
import { lazy, lazyFor } from '../../runtime/lib/lazy.ts'
import { ENGLISH, type Language, type Texts } from './texts.ts'

const FOLDER = new URL('./languages/', import.meta.url)
/** The most language tags of the header that are read: browsers send few, and a client must not cause more work. */
const MOST_TAGS = 20

const tagsOf = lazy(listed)
const languageIn = lazyFor(read)

/**
 * The most wanted language of an Accept-Language header (RFC 9110, 12.5.4) that the service has; English if it has
 * none.
 */
export async function languageOf(header: string | undefined): Promise<Language> {
  const own = await tagsOf()
  for (const wanted of preferredTags(wantedTags(header ?? ''))) {
    const found = own.find((tag) => tag === wanted) ?? own.find((tag) => writtenForm(tag) === writtenForm(wanted))
    if (found !== undefined) return languageIn(found)
  }
  return languageIn(ENGLISH.tag)
}

/** The header's tags, the most wanted one first. */
function wantedTags(header: string): string[] {
  const rows = header
    .split(',', MOST_TAGS)
    .map((row) => /^\s*([a-z\d-]{2,35})\s*(?:;\s*q=([\d.]{1,5})\s*)?$/i.exec(row))
    .flatMap((row) => (row?.[1] ? [{ tag: row[1], weight: Number(row[2] ?? 1) }] : []))
  return rows
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

async function listed(): Promise<string[]> {
  const files = await readdir(fileURLToPath(FOLDER))
  return files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
}

async function read(tag: string): Promise<Language> {
  const value: unknown = JSON.parse(await readFile(fileURLToPath(new URL(`${tag}.json`, FOLDER)), 'utf8'))
  if (!isTexts(value)) throw new Error(`languages/${tag}.json is not an object of texts`)
  return { tag, texts: value }
}

const isTexts = (value: unknown): value is Texts =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
