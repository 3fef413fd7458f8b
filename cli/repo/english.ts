/**
 * Collects the English texts by message key from the code that shows them: message objects, error rows, manifests,
 * titles of views, names of chain families, and calls of `kit.text` (some of `text` too) with literals.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FAMILIES } from '../../runtime/chains/families.ts'
import { isRecord } from '../record.ts'
import { ROOT } from './run.ts'

type Texts = Record<string, string>

/** The folder of the login service, which has pages with texts of their own. */
export const LOGIN = 'sandbox/login'

/** The folders that have texts of their own: the runtime, each plugin, and the login service. */
export async function textFolders(): Promise<string[]> {
  const plugins = await readdir(join(ROOT, 'plugins'), { withFileTypes: true })
  return ['runtime', ...plugins.filter((each) => each.isDirectory()).map(({ name }) => `plugins/${name}`), LOGIN]
}

/** The English texts of one folder, sorted by key. @throws Error for a key with two texts */
export async function englishOf(folder: string): Promise<Texts> {
  const found: Texts = {}
  const add = (texts: Texts, file: string) => {
    for (const [key, text] of Object.entries(texts)) {
      if (found[key] !== undefined && found[key] !== text) throw new Error(`${file}: ${key} has two English texts`)
      found[key] = text
    }
  }
  for (const file of await sources(join(ROOT, folder))) {
    const path = relative(ROOT, file).replaceAll('\\', '/')
    const source = await readFile(file, 'utf8')
    if (/[./]messages\.ts$/.test(path) && path !== 'runtime/auth/messages.ts') add(await messagesIn(file), path)
    if (/defineErrors\(/.test(source) && path !== 'runtime/errors/catalogue.ts') add(await errorsIn(file), path)
    if (path === 'runtime/errors/catalogue.ts') add(await errorsIn(file), path)
    if (path === 'runtime/ui/screens/index.ts') add(await screensIn(file), path)
    if (/^plugins\/[^/]+\/index\.ts$/.test(path)) add(await manifestIn(file), path)
    if (path === 'runtime/chains/families.ts') add(familyNames(), path)
    add(callsIn(source), path)
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(
      (entry) =>
        entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name) && !/vendor|[\\/]test([\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const familyNames = (): Texts =>
  Object.fromEntries(FAMILIES.map(({ namespace, name }) => [`namespace.${namespace}`, name]))

const load = async (file: string) => (await import(pathToFileURL(file).href)) as Record<string, unknown>

const messagesIn = async (file: string): Promise<Texts> =>
  Object.assign({}, ...Object.values(await load(file)).filter(isTexts)) as Texts

const isTexts = (value: unknown): value is Texts =>
  isRecord(value) && Object.entries(value).every(([key, text]) => key.includes('.') && typeof text === 'string')

/**
 * The texts of error tables. Errors that are only thrown to a caller are left out, because visitors never see them.
 * `declined` is the text after a refusal in the wallet.
 */
async function errorsIn(file: string): Promise<Texts> {
  const found: Texts = {}
  for (const table of Object.values(await load(file)).filter(isRecord)) {
    for (const [code, row] of Object.entries(table)) {
      if (!isRecord(row) || typeof row['message'] !== 'string' || row['show'] === 'thrown') continue
      found[`error.${code}`] = row['message']
      if (typeof row['declined'] === 'string') found[`error.${code}.declined`] = row['declined']
    }
  }
  return found
}

const screensIn = async (file: string): Promise<Texts> => titlesOf((await load(file))['coreViews'])

const titlesOf = (views: unknown): Texts =>
  Object.fromEntries(
    Object.entries(isRecord(views) ? views : {}).flatMap(([name, view]) =>
      isRecord(view) && typeof view['title'] === 'string' && view['title'] ? [[`title.${name}`, view['title']]] : [],
    ),
  )

/** The key prefixes of the slots whose items have a label. */
const LABELLED = { walletFeatures: 'feature', accountTabs: 'tab', accountMenu: 'menu' }

async function manifestIn(file: string): Promise<Texts> {
  const { default: manifest } = await load(file)
  if (!isRecord(manifest)) return {}
  const slots = isRecord(manifest['slots']) ? manifest['slots'] : {}
  const labels = Object.entries(LABELLED).flatMap(([slot, prefix]) => {
    const items: unknown = slots[slot]
    return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
      isRecord(item) ? [[`${prefix}.${String(item['key'])}`, String(item['label'])]] : [],
    )
  })
  return { ...titlesOf(manifest['views']), ...(Object.fromEntries(labels) as Texts) }
}

/** The texts in calls such as `kit.text('key', 'English')`, if both are literals. */
const callsIn = (source: string): Texts =>
  Object.fromEntries(
    [...source.matchAll(/(?:kit\.text|\btext(?=\('(?:button|title)\.))\(\s*'([a-zA-Z]+\.[\w.]+)',\s*'([^'\\]+)'/g)].map(
      ([, key = '', text = '']) => [key, text],
    ),
  )
