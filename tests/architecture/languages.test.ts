/** Checks that every language of the schema has every text, up to date with the English texts in the code. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { englishOf, textFolders } from '../../cli/repo/english.ts'
import { writeLanguages } from '../../cli/repo/languages.ts'
import { ROOT } from '../../cli/repo/run.ts'
import { readLanguage } from '../../cli/stages/languages.ts'
import { LANGUAGES } from '../../schema/resolve.ts'

const folders = await textFolders()
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([each]) => each).sort()
const PLURAL = /\.(zero|one|two|few|many|other)$/

it('the files are as npm run generate writes them', async () => {
  expect(await writeLanguages(true)).toEqual([])
})

it('the English texts are those of the code, also of titles, buttons, errors and calls', async () => {
  const core = await englishOf('runtime')
  expect(core).toMatchObject({
    'button.connect': 'Connect Wallet',
    'title.GetWallet.named': 'Get {wallet}',
    'error.CONNECT_FAILED': 'Connection failed',
    'shell.close': 'Close',
    'siwx.authenticating': 'Authenticating...',
  })
  expect(await englishOf('plugins/send')).toMatchObject({ 'feature.send': 'Send', 'title.WalletSend': 'Send' })
})

describe.each(LANGUAGES.filter((tag) => tag !== 'en'))('%s', (tag) => {
  it.each(folders)('has every text of %s, with its placeholders, and no other', async (folder) => {
    const path = join(ROOT, folder, 'languages')
    const [english, texts] = [await readLanguage(path, 'en'), await readLanguage(path, tag)]
    // A language may have no singular form, or others than English has.
    const base = (key: string) =>
      key.replace(PLURAL, '') in english || !(key in english) ? key.replace(PLURAL, '') : key
    expect(Object.keys(english).filter((key) => base(key) === key && !texts[key]?.trim())).toEqual([])
    const faults = Object.entries(texts).filter(([key, text]) => {
      const source = english[base(key)]
      return source === undefined || placeholders(source).join() !== placeholders(text).join()
    })
    expect(faults).toEqual([])
  })
})
