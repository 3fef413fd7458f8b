/** Reads the texts of a build's languages: the core's and those of its plugins, as one object per language. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Messages } from '../../runtime/contracts/config.ts'
import { isRecord } from '../record.ts'
import type { Piece } from '../../schema/pieces.ts'
import { Failure } from '../failure.ts'
import { sourceRoot } from '../package.ts'
import type { EmittedLanguage } from './emit.ts'
import { pseudoText } from './pseudo.ts'
import type { Selection } from './select.ts'

/** A pseudo language for tests: English with accents, brackets and more length, to show untranslated or cut texts. */
export const PSEUDO = 'en-XA'

/** The texts of the page's own buttons, which show before the modal loads. */
const WITH_PAGE = /^button\./

const CORE = join(sourceRoot, 'runtime/languages')

/** The folder with a file for each language of a plugin; the core's is {@link CORE}. */
export const languagesOf = ({ folder }: Pick<Piece, 'folder'>) => join(folder, 'languages')

type Texted = Pick<Piece, 'folder' | 'guest'>

/**
 * The texts of a language. Empty for English, whose texts are in the code. A third-party plugin without that language
 * stays English, and its file replaces no text of walletkit.
 * @throws Failure for a file that is no object of texts, and SyntaxError for one that is not JSON
 */
export async function readTexts(tag: string, plugins: readonly Texted[]): Promise<Messages> {
  if (tag === 'en') return {}
  const read = (folder: string) => readLanguage(folder, tag === PSEUDO ? 'en' : tag)
  const own = [CORE, ...plugins.filter(({ guest }) => !guest).map(languagesOf)]
  const [texts, english] = await Promise.all([
    Promise.all(own.map(read)),
    Promise.all(own.map((folder) => readLanguage(folder, 'en'))),
  ])
  const ours = Object.assign({}, ...english) as Messages
  const theirs = await Promise.all(plugins.filter(({ guest }) => guest).map((each) => read(languagesOf(each))))
  const added = theirs.map((file) => Object.entries(file).filter(([key]) => !(keyOf(key, ours) in ours)))
  const all = Object.entries({ ...Object.fromEntries(added.flat()), ...(Object.assign({}, ...texts) as Messages) })
  return Object.fromEntries(tag === PSEUDO ? all.map(([key, text]) => [key, pseudoText(text)]) : all)
}

/** The key of the text that `key` belongs to: `found` for its plural form `found.few`; else `key` itself. */
export function keyOf(key: string, texts: Readonly<Record<string, unknown>>): string {
  const counted = key.replace(/\.(zero|one|two|few|many|other)$/, '')
  return counted in texts || !(key in texts) ? counted : key
}

/** The English texts of walletkit and its plugins: keys that no third-party plugin may use. */
export async function ownTexts(plugins: readonly Pick<Piece, 'folder'>[]): Promise<Messages> {
  const read = [CORE, ...plugins.map(languagesOf)].map((folder) => readLanguage(folder, 'en'))
  return Object.assign({}, ...(await Promise.all(read))) as Messages
}

type Spoken = Pick<Selection, 'languages' | 'plugins'>

/**
 * The page's languages for the generated module; empty for English only. `moduleOf`: import path of a language's texts.
 */
export async function emittedLanguages(
  { languages, plugins }: Spoken,
  moduleOf: (tag: string) => string,
): Promise<EmittedLanguage[]> {
  if (languages.join() === 'en') return []
  const rows = languages.map(async (tag) => {
    const texts = Object.entries(await readTexts(tag, plugins))
    const words = Object.fromEntries(texts.filter(([key]) => WITH_PAGE.test(key)))
    return { tag, words, module: moduleOf(tag) }
  })
  return Promise.all(rows)
}

/**
 * The text of the module with a language's texts. `ahead`: what the page needs to draw the modal's first view in that
 * language before React has loaded (stages/ahead.ts).
 */
export const languageModule = async ({ plugins }: Spoken, tag: string, ahead?: string) =>
  `export default ${JSON.stringify({ ...(await readTexts(tag, plugins)), ...(ahead !== undefined && { ahead }) })}\n`

/**
 * Reads the texts of a language from its file in a folder; no texts if there is no such file.
 * @throws Failure if the file is no object of texts, and SyntaxError if it is not JSON
 */
export async function readLanguage(folder: string, tag: string): Promise<Messages> {
  const path = join(folder, `${tag}.json`)
  if (!existsSync(path)) return {}
  const value: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!isTexts(value)) throw new Failure(`${path} is not an object of texts by message key`)
  return value
}

const isTexts = (value: unknown): value is Messages =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
