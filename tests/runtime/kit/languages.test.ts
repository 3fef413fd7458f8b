import { expect, it, onTestFinished, vi } from 'vitest'
import { chooseLanguage } from '../../../runtime/kit/languages.ts'

const LANGUAGES = { en: {}, 'zh-Hans': {}, 'pt-BR': {}, de: {}, ar: {} }

/** Makes the globals of a browser with these languages. */
function browser(languages: readonly string[]) {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { languages, language: languages[0] })
  onTestFinished(() => void vi.unstubAllGlobals())
}

it.each([
  [['de-CH', 'fr'], 'de', 'de-CH'],
  [['cs', 'pt-PT', 'de'], 'pt-BR', 'pt-PT'],
  [['zh-TW', 'zh-CN'], 'zh-Hans', 'zh-CN'],
  [['zh'], 'zh-Hans', 'zh'],
  [['zh-TW'], 'en', 'en'],
  [['C', 'en-US@posix', '', 'ar_EG', 'ar-EG'], 'ar', 'ar-EG'],
  [['cs'], 'en', 'en'],
  [[], 'en', 'en'],
])('gives a visitor with %j the texts of %s, and dates of %s', (list, tag, locale) => {
  browser(list)
  expect(chooseLanguage(LANGUAGES)).toMatchObject({ tag, locale, server: { tag: 'en', locale: 'en' } })
})

it('follows the site instead of the browser when the site names a locale, and the first language when none fits', () => {
  browser(['de'])
  expect(chooseLanguage(LANGUAGES, 'ar-EG')).toMatchObject({ tag: 'ar', locale: 'ar-EG' })
  expect(chooseLanguage({ de: {}, en: {} }, 'cs')).toMatchObject({ tag: 'de', locale: 'de' })
  expect(chooseLanguage(LANGUAGES, 'de_DE')).toMatchObject({ tag: 'en', locale: 'en' })
})

it('prefers the very language that the visitor wants to another one of the same script', () => {
  browser(['pt-PT'])
  expect(chooseLanguage({ 'pt-BR': {}, 'pt-PT': {} })).toMatchObject({ tag: 'pt-PT' })
})

it('knows nothing of the visitor on a server', () => {
  vi.stubGlobal('navigator', { languages: ['de'], language: 'de' })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(chooseLanguage(LANGUAGES)).toMatchObject({ tag: 'en', locale: 'en' })
})

it('has the words of the page at once and all texts when they are loaded, and loads again after a failure', async () => {
  let answers = [Promise.reject(new Error('offline')), Promise.resolve({ default: { a: 'A', b: 'B' } })]
  const load = vi.fn(() => answers.shift() ?? Promise.reject(new Error('once')))
  const { text, load: loadTexts } = chooseLanguage({ nl: { words: { a: 'A' }, load } }, 'nl')
  expect([text('a'), text('b')]).toEqual(['A', undefined])
  await loadTexts()
  expect(text('b')).toBeUndefined()
  await loadTexts()
  expect(text('b')).toBe('B')
  await loadTexts()
  expect(load).toHaveBeenCalledTimes(2)
  answers = []
})

it('chooses the plural form of a number by the rules of the language', async () => {
  const ru = { 'x.one': '{n} кошелёк', 'x.few': '{n} кошелька', 'x.many': '{n} кошельков', x: '{n} кошелька', y: 'да' }
  const { text, load } = chooseLanguage({ ru: { load: async () => ({ default: ru }) } }, 'ru')
  await load()
  const form = (n: number | string) => text('x', { n })
  expect([1, 21, 2, 11, 100].map(form)).toEqual([ru['x.one'], ru['x.one'], ru['x.few'], ru['x.many'], ru['x.many']])
  expect(form('2')).toBe(ru.x)
  expect(text('y', { n: 1 })).toBe('да')
})
