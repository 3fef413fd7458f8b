/** Which texts are email addresses, and which of them count as the same mailbox for the limits. */
import { afterEach, describe, expect, it } from 'vitest'
import { mailboxOf, readEmail } from '../../../sandbox/login/address.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openBrowser } from './browser.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

describe('an address', () => {
  it.each([
    ['mira@example.com', 'mira@example.com'],
    [' Mira.Lopez+wallet@Mail.Example.co.uk ', 'mira.lopez+wallet@mail.example.co.uk'],
    ["o'hara_1=2@xn--bcher-kva.example", "o'hara_1=2@xn--bcher-kva.example"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['a@b.xn--p1ai', 'a@b.xn--p1ai'],
  ])('is %j, and is stored as %j', (text, stored) => expect(readEmail(text)).toBe(stored))

  it.each([
    'a0<victim@example.com>',
    '(c)victim@example.com',
    'victim(c)@example.com',
    'g:victim@example.com;',
    '"quoted"@example.com',
    'victim@example.com,other@example.com',
    'victim%example.com@relay.example',
    'relay!victim@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a.@example.com',
    'a@example',
    'a@-example.com',
    'a@example-.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@example.com.',
    'ä@example.com',
    'a@exämple.com',
    '\u212a@example.com', // the Kelvin sign, which becomes "k" in lower case
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('is not %j', (text) => expect(readEmail(text)).toBeUndefined())

  it('that leads to the same mailbox has the same count', () => {
    expect(mailboxOf('mira+1@example.com')).toBe('mira@example.com')
    expect(mailboxOf('m.i.ra+x@googlemail.com')).toBe('mira@gmail.com')
    expect(mailboxOf('m.ira@example.com')).toBe('m.ira@example.com')
    expect(mailboxOf('+@example.com')).toBe('+@example.com')
  })
})

describe('a mailbox', () => {
  const spellings: readonly ((at: number) => string)[] = [
    (at) => `a${at}<victim@example.com>`,
    (at) => `(c${at})victim@example.com`,
    (at) => `g${at}:victim@example.com;`,
    (at) => `victim(${at})@example.com`,
    (at) => `victim+${at}@example.com`,
    (at) => `VICTIM@example.com${' '.repeat(at)}`,
  ]

  it('gets one mail in 30 s, however its address is spelled', async () => {
    const answers: number[] = []
    for (let at = 0; at < 10; at++) {
      for (const spell of spellings) {
        const browser = await openBrowser(sandbox())
        answers.push((await browser.ask('CONNECT_EMAIL', { email: spell(at) })).status)
      }
    }
    expect(sandbox().login.mails()).toHaveLength(1)
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
  })
})
