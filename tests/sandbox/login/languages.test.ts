/** The languages of the login service: the one that a request gets, which is that of its mails too. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pseudoText } from '../../../cli/stages/pseudo.ts'
import { visibleParts } from '../../../runtime/lib/visible.ts'
import type { Purpose } from '../../../sandbox/login/codes.ts'
import { languageOf } from '../../../sandbox/login/languages.ts'
import { letters } from '../../../sandbox/login/mail/letters.ts'
import { letterMessages } from '../../../sandbox/login/mail/letters.messages.ts'
import { reader } from '../../../sandbox/login/texts.ts'
import { LANGUAGES } from '../../../schema/resolve.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { newest, openBrowser, someEmail } from './browser.ts'

const sandbox = useSandbox()

it('has a file for every language of the modal, and no other', () => {
  const folder = new URL('../../../sandbox/login/languages/', import.meta.url)
  expect(readdirSync(folder).sort()).toEqual(LANGUAGES.map((tag) => `${tag}.json`).sort())
})

it.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.2, fr;q=0.9, de;q=0.5', 'fr'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh-TW,ja', 'ja'],
  ['de;q=0,ko', 'ko'],
  ['nl,*;q=0.5', 'en'],
  ['en-US@posix, ../../de, d e, ;;;q=1', 'en'],
  [`${'x,'.repeat(30)}de`, 'en'],
  ['', 'en'],
])('answers Accept-Language %j in %s', async (header, tag) => {
  expect((await languageOf(header)).tag).toBe(tag)
})

it('has no text with a character that the frame would show by its code point', async () => {
  for (const tag of LANGUAGES)
    for (const [key, text] of Object.entries((await languageOf(tag)).texts))
      expect(visibleParts(text), `${tag} ${key}`).toEqual([text])
})

it('chooses the plural form of a number', async () => {
  const say = reader<{ 'call.many': string }>(await languageOf('ru'))
  expect([1, 2, 5].map((count) => say('call.many', { count }))).toEqual([
    expect.stringContaining('1 вызов') as string,
    expect.stringContaining('2 вызова') as string,
    expect.stringContaining('5 вызовов') as string,
  ])
})

describe('a mail', () => {
  const pseudo = {
    tag: 'en-XA',
    texts: Object.fromEntries(Object.entries(letterMessages).map(([key, text]) => [key, pseudoText(text)])),
  }
  const purposes: Purpose[] = ['login', 'updateOld', 'updateNew', 'export', 'forget']
  const all = (of: ReturnType<typeof letters>) => [
    ...purposes.map((purpose) => of.code('a@b.example', '123456', purpose, 'site.example', 10)),
    of.device('a@b.example', 'https://l.example', { site: 's.example', browser: 'Chrome', isBound: false }, 10),
    of.device('a@b.example', 'https://l.example', { site: 's.example', browser: undefined, isBound: true }, 10),
    of.changed('a@b.example', 'c@d.example', 's.example', 'https://l.example'),
    of.exported('a@b.example', undefined, 'https://l.example'),
    of.deleted('a@b.example', 'https://l.example'),
    ...(['locked', 'passkeyAdded', 'passkeyRemoved', 'recoveryRenewed', 'unlocked'] as const).map((change) =>
      of.lock('a@b.example', change, undefined, 'https://l.example'),
    ),
  ]

  it('has no English text before the English copy below it', () => {
    for (const { subject, text } of all(letters(pseudo))) {
      const [own = '', copy = ''] = text.split('— English —')
      const bare = [subject, own]
        .join('\n')
        .replace(/\[[^[\]]*\]/g, '')
        .replace(/\[[^\]]*\]/g, '')
      expect(bare.replace(/https:\/\/l\.example|123456/g, '').trim(), subject).toBe('')
      expect(copy).toContain('example')
    }
  })

  it('is in English only for an English browser', () => {
    for (const { text } of all(letters())) expect(text).not.toContain('— English —')
  })

  it('is in the language of the browser that asked, with the code first and the English text below', async () => {
    const german = await openBrowser(sandbox(), { language: 'de-AT,de;q=0.9' })
    const email = someEmail()
    await german.must('CONNECT_EMAIL', { email })
    const mail = newest(sandbox(), email)
    expect(mail.subject).toBe('Ihr Code zum Anmelden')
    expect(mail.text.startsWith(`${mail.code}\n`)).toBe(true)
    expect(mail.text).toContain('Angefordert auf localhost:5173')
    expect(mail.text.split('— English —')[1]).toContain('Asked for on localhost:5173')
  })
})
