/** The modal in languages other than English: which texts show, in which direction, and that none stays English. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pseudoText } from '../../cli/stages/pseudo.ts'
import { readTexts } from '../../cli/stages/languages.ts'
import { ROOT } from '../../cli/repo/run.ts'
import { textFolders } from '../../cli/repo/english.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const plugins = (await textFolders()).filter((each) => each !== 'runtime').map((each) => ({ folder: join(ROOT, each) }))
const pseudo = await readTexts('en-XA', plugins)

/** Names of things, which no language changes: wallets, networks, tokens, addresses. */
const NAMES = new RegExp(
  [
    ...[/Test wallet/, /WalletConnect/, /[A-Z]\w+ (Purse|Vault|Pocket|Keys|Locker|Wallet|Ledgerbook|Pouch|Chest|Fob)/],
    ...[/Sandbox( \w+)?/, /noah\.walletkit\.id/, /Claim 5000 USDC at reward\.example/, /Ether/, /Coinbase/, /Meld\.io/],
    ...[
      /\b0x[\da-fA-F…]*/,
      /\b[\da-fA-F]{4}\b/,
      /\b(USD|ETH|USDC)\b/,
      /^[A-Z]$/,
      /(January|February|March|April|May|June)/,
    ],
    ...[/(July|August|September|October|November|December) \d{4}/],
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The texts on the screen, also those for screen readers, that are not in brackets as the pseudo-locale's are. */
const english = async ({ modal }: Visited) => {
  const texts = await modal.evaluate((card) => {
    const found: string[] = []
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Parts of one text may be elements of their own, as a link in a sentence.
      const line = node.parentElement?.closest('button, p, h1, h2, h3, label, li, td, dt, dd, span')?.textContent ?? ''
      found.push(line.includes('[') ? '' : (node.textContent ?? ''))
    }
    for (const each of card.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(each.getAttribute(name) ?? '')
    return found.map((text) => text.trim()).filter(Boolean)
  })
  return texts.filter((text) => /[a-zA-Z]/.test(text.replace(/\[[^\]]*\]/g, '').replace(NAMES, '')))
}

it('shows every text of the pseudo-locale, from the button of the page to the last screen', async () => {
  const visit = await flow.visit({
    languages: { 'en-XA': pseudo },
    remote: true,
    config: {
      features: { send: {}, swaps: {}, receive: {}, history: {}, onramp: {} },
      termsConditionsUrl: 'https://example.com/terms',
      privacyPolicyUrl: 'https://example.com/privacy',
    },
  })
  const { page, modal } = visit
  const see = async (view: string) => {
    await page.evaluate((name) => void kit.open({ view: name as never }), view)
    await modal.locator('h1').waitFor()
    await page.waitForTimeout(300)
    return english(visit)
  }
  expect(await page.locator('walletkit-button').first().innerText()).toBe(pseudoText('Connect Wallet'))
  const left: Record<string, readonly string[]> = {}
  for (const view of [
    'Connect',
    'AllWallets',
    'WhatIsAWallet',
    'WhatIsANetwork',
    'Networks',
    'GetWallet',
    'ConnectingWalletConnect',
  ])
    left[view] = await see(view)
  await page.evaluate(() => kit.close())
  await visit.connect()
  for (const view of ['Account', 'WalletSend', 'WalletReceive', 'Swap', 'OnRampProviders', 'Transactions', 'Networks'])
    left[view] = await see(view)
  expect(Object.fromEntries(Object.entries(left).filter(([, texts]) => texts.length))).toEqual({})
})

it('speaks the first of the visitor’s languages that the site has, from right to left in Arabic', async () => {
  const arabic = { 'button.connect': 'ربط المحفظة', 'title.Connect': 'ربط المحفظة', 'shell.close': 'إغلاق' }
  const languages = { en: {}, de: { 'button.connect': 'Wallet verbinden' }, ar: arabic }
  const { page, title, button, open } = await flow.visit({ languages, context: { locale: 'ar-EG' } })
  expect(await page.locator('walletkit-button').first().innerText()).toBe('ربط المحفظة')
  await open()
  expect(await title.innerText()).toBe('ربط المحفظة')
  const host = page.locator('[data-walletkit]')
  expect(await host.evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['ar', 'rtl'])
  // The close button is at the end of the line, which is on the left.
  const [close, head] = await Promise.all([button('إغلاق').boundingBox(), title.boundingBox()])
  expect(close?.x).toBeLessThan(head?.x ?? 0)

  const german = await flow.visit({ languages, config: { locale: 'de-CH' } })
  await german.open()
  expect(await german.page.locator('walletkit-button').first().innerText()).toBe('Wallet verbinden')
  expect(await german.title.innerText()).toBe('Connect Wallet')
  expect(await german.page.locator('[data-walletkit]').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual([
    'de',
    'ltr',
  ])
})
