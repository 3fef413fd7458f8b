/** Compares a plugin's translations, one file per language, with its English texts. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pointerParts, show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import { lineAndColumn, scan } from '../../../schema/scan.ts'
import { isRecord, type Manifest } from '../../record.ts'
import { keyOf } from '../languages.ts'
import { readCatalogue, type Texts, textsOfErrors, textsOfManifest } from './catalogue.ts'
import { type Finding, finding, warning } from './finding.ts'
import type { Source } from './sources.ts'

const FOLDER = 'languages'

/** Reports wrong and missing translations. `ours`: the texts of walletkit, which a plugin cannot replace. */
export async function checkLanguages(
  folder: string,
  sources: readonly Source[],
  manifest: Manifest,
  entry: string,
  ours: Texts,
): Promise<Finding[]> {
  const names = await readdir(join(folder, FOLDER)).catch(() => [])
  const catalogue = readCatalogue(sources, manifest, entry)
  // If code assembles the English texts at run time, missing and unknown keys cannot be found.
  const isWhole = !catalogue || catalogue.texts !== undefined
  const english = { ...catalogue?.texts, ...textsOfManifest(manifest), ...textsOfErrors(sources) }
  const found = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map(async (name) => {
      const file = `${FOLDER}/${name}`
      const text = await readFile(join(folder, file), 'utf8')
      const scanned = scan(text)
      if (!scanned.ok) {
        const broken = finding([], scanned.message, 'JSON', scanned.fix)
        return [{ ...broken, file, ...lineAndColumn(text, scanned.offset) }]
      }
      const found = checkFile(name.slice(0, -5), text, { english, ours, isWhole })
      return found.map((each) => ({ ...each, file, ...placeOf(each, text) }))
    })
  return (await Promise.all(found)).flat()
}

/** Line and column of a finding's key in the file; the top of the file if the key is not in it. */
function placeOf({ pointer }: Finding, text: string) {
  const [key] = pointerParts(pointer)
  return lineAndColumn(text, Math.max(0, key === undefined ? 0 : text.indexOf(JSON.stringify(key))))
}

type Known = { english: Texts; ours: Texts; isWhole: boolean }

function checkFile(tag: string, text: string, { english, ours, isWhole }: Known): Finding[] {
  const expected = 'an object of texts by message key, as { "tipJar.send": "…" }'
  const texts = parse(text)
  if (!isTag(tag))
    return [finding([], `${show(tag)} is no language`, 'a language tag, as de or pt-BR', 'Rename the file.')]
  if (!texts) return [finding([], 'The file is no object of texts', expected, 'Write each text as a string.')]
  const keys = Object.keys(texts)
  const has = new Set(keys.map((key) => keyOf(key, english)))
  const missing = isWhole ? Object.keys(english).filter((key) => !has.has(keyOf(key, english))) : []
  return [
    ...unknownLanguage(tag),
    ...keys.flatMap((key) => checkKey(key, texts[key] ?? '', { english, ours, isWhole })),
    ...missing.map((key) =>
      warning(
        [key],
        `${tag} has no text ${show(key)}`,
        show(english[key]),
        'Translate it; until then it stays English.',
      ),
    ),
  ]
}

function checkKey(key: string, text: string, { english, ours, isWhole }: Known): Finding[] {
  if (keyOf(key, ours) in ours) {
    const fix = 'Remove it. A site replaces texts of walletkit with "messages" in its config.'
    return [finding([key], `${show(key)} is a text of walletkit, and stays as it is`, 'a key of the plugin', fix)]
  }
  const own = english[keyOf(key, english)]
  if (own === undefined) {
    if (!isWhole) return []
    const near = nearest(key, Object.keys(english))
    const fix = near ? `Write "${near}".` : 'Remove it.'
    return [warning([key], `No English text has the key ${show(key)}`, 'a key of the catalogue', fix, near)]
  }
  const lost = namesIn(own).find((name) => !text.includes(name))
  const made = namesIn(text).find((name) => !own.includes(name))
  if (own && lost !== undefined)
    return [warning([key], `The text leaves out ${lost}`, show(own), `Put ${lost} where it belongs.`)]
  if (own && made !== undefined)
    return [
      warning([key], `The English text has no ${made}, so visitors would see it`, show(own), `Write one of its names.`),
    ]
  return []
}

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name)

function parse(text: string): Texts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Object.values(value).every((each) => typeof each === 'string')
      ? (value as Texts)
      : undefined
  } catch {
    return undefined
  }
}

/** Warns of a tag that is well-formed and that no language has, as `deutsch`. */
function unknownLanguage(tag: string): Finding[] {
  if (nameOf('en', tag) !== undefined) return []
  const known = tags()
  const near = known.get(nearest(tag.toLowerCase(), [...known.keys()]) ?? '')
  const fix = near === undefined ? 'Rename the file.' : `Rename the file to ${near}.json.`
  return [warning([], `No language has the tag ${show(tag)}`, 'the tag of a language, as de or pt-BR', fix, near)]
}

/** The name of a language, in the language `reader`. */
const nameOf = (reader: string, tag: string) =>
  new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(tag)

/** The languages with a tag of two letters: by their tags, and by their names in English and in themselves. */
function tags(): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const all = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((tag) => nameOf('en', tag) !== undefined)
  return new Map(
    all.flatMap((tag) =>
      [tag, nameOf('en', tag), nameOf(tag, tag)].flatMap((name) => (name ? [[name.toLowerCase(), tag] as const] : [])),
    ),
  )
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}
