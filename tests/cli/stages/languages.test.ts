import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emittedLanguages, languageModule, readLanguage, readTexts } from '../../../cli/stages/languages.ts'
import { loadConfig } from '../../../cli/stages/load.ts'
import { select } from '../../../cli/stages/select.ts'
import { pseudoText } from '../../../cli/stages/pseudo.ts'
import { call, CONFIG, folder } from '../project.ts'

const core = new URL('../../../runtime/languages/en.json', import.meta.url).pathname
const english = JSON.parse(await readFile(core, 'utf8')) as Record<string, string>

it('the pseudo-locale has every text, longer, between brackets, with its placeholders', async () => {
  const texts = await readTexts('en-XA', [])
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  expect(texts['connecting.absent']).toBe(pseudoText('Don’t have {wallet}?'))
  expect(pseudoText('Don’t have {wallet}?')).toMatch(/^\[.*\{wallet\}.*·\]$/)
  for (const [key, text] of Object.entries(texts)) expect(text.length, key).toBeGreaterThan((english[key] ?? '').length)
})

it('a page in English only loads no language; others have their words of the page, and a module each', async () => {
  const moduleOf = (tag: string) => `texts/${tag}`
  expect(await emittedLanguages({ languages: ['en'], plugins: [] }, moduleOf)).toEqual([])
  const [first, second] = await emittedLanguages({ languages: ['en', 'en-XA'], plugins: [] }, moduleOf)
  expect(first).toEqual({ tag: 'en', words: {}, module: 'texts/en' })
  expect(Object.keys(second?.words ?? {})).toEqual(Object.keys(english).filter((key) => key.startsWith('button.')))
  expect(second?.module).toBe('texts/en-XA')
})

it('check says of each language whether a native speaker has read it', async () => {
  const notes = async (languages: unknown) => {
    const config = JSON.stringify({ ...(JSON.parse(CONFIG) as object), languages })
    const selection = select(await loadConfig(await folder({ 'walletkit.config.json': config })))
    return selection?.notes.filter((note) => note.startsWith('languages:'))
  }
  expect(await notes(['en', 'en-XA'])).toEqual([])
  expect(await notes(['de', 'en', 'ar'])).toEqual([expect.stringContaining('no native speaker has read de, ar yet')])
  expect((await notes('auto'))?.[0]).toContain('zh-Hans')
})

it('a third-party plugin brings its own texts; without a file, and for English, there are none', async () => {
  const plugin = await folder({ 'languages/de.json': '{ "tipJar.send": "Trinkgeld geben" }' })
  const module = await languageModule({ languages: ['de'], plugins: [{ folder: plugin } as never] }, 'de')
  expect(module).toContain('"tipJar.send":"Trinkgeld geben"')
  expect(await readLanguage(plugin, 'fr')).toEqual({})
  expect(await readTexts('en', [{ folder: plugin }])).toEqual({})
})

it('a third-party plugin’s file replaces no text of walletkit, plural forms included', async () => {
  const texts = {
    'review.confirm': 'Cancel',
    'review.confirm.one': 'Cancel',
    'title.Networks': 'Bank',
    'jar.send': 'Geben',
  }
  const folderOf = await folder({ 'languages/de.json': JSON.stringify(texts) })
  const guest = { name: 'jar', version: '1', index: 0, grants: {} }
  const ours = await readTexts('de', [])
  expect(ours['review.confirm']).toBe('Bestätigen')
  expect(await readTexts('de', [{ folder: folderOf, guest } as never])).toEqual({ ...ours, 'jar.send': 'Geben' })
})

it.each(['[]', '{ "a": 1 }', 'null'])('refuses a file that holds no texts: %s', async (text) => {
  const plugin = await folder({ 'languages/de.json': text })
  await expect(readLanguage(join(plugin, 'languages'), 'de')).rejects.toThrow('de.json is not an object of texts')
})

it('emit writes the texts beside the module, which chooses among them', async () => {
  const config = JSON.stringify({ ...(JSON.parse(CONFIG) as object), languages: ['en', 'en-XA'] })
  const root = await folder({ 'walletkit.config.json': config })
  expect(await call(['emit', '--out', 'src/kit.ts'], root)).toMatchObject({ code: 0 })
  const module = await readFile(join(root, 'src/kit.ts'), 'utf8')
  expect(module).toContain("import { chooseLanguage } from 'walletkit'")
  expect(module).toContain("load: () => import('./kit.en-XA.json') }")
  const texts = JSON.parse(await readFile(join(root, 'src/kit.en-XA.json'), 'utf8')) as Record<string, string>
  expect(texts['button.connect']).toBe(pseudoText('Connect Wallet'))
  expect(texts['receive.copy']).toBe(pseudoText('Copy address'))
})
