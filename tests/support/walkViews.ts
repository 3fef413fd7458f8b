/** A walk through the modal's views in one language: which texts are not translated, and which do not fit. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { textFolders } from '../../cli/repo/english.ts'
import { ROOT } from '../../cli/repo/run.ts'
import { readTexts } from '../../cli/stages/languages.ts'
import type { Messages } from '../../runtime/contracts/config.ts'
import type { useFlow, Visit, Visited } from './flow.ts'

/** All texts of a language: the core's and those of every plugin. */
export async function texts(tag: string): Promise<Messages> {
  const folders = (await textFolders()).filter((each) => each.startsWith('plugins/'))
  return readTexts(
    tag,
    folders.map((folder) => ({ folder: join(ROOT, folder) })),
  )
}

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
export const english = async ({ modal }: Visited) => {
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

const BEFORE = [
  'Connect',
  'AllWallets',
  'WhatIsAWallet',
  'WhatIsANetwork',
  'Networks',
  'GetWallet',
  'ConnectingWalletConnect',
]
const AFTER = [
  'Account',
  'WalletSend',
  'WalletSendContacts',
  'WalletSendContact',
  'Approvals',
  'WalletReceive',
  'Swap',
  'OnRampProviders',
  'Transactions',
  'Networks',
  'Connections',
]

/** Opens each of these views, without a wallet and with one, and returns what `look` found in them. */
export async function walkViews(visit: Visited, look: (visit: Visited) => Promise<readonly string[]>) {
  const { page, modal } = visit
  const found: Record<string, readonly string[]> = {}
  const see = async (views: readonly string[]) => {
    for (const view of views) {
      await page.evaluate((name) => void kit.open({ view: name as never }), view)
      await modal.locator('h1').waitFor()
      await page.waitForTimeout(300)
      const texts = await look(visit)
      if (texts.length) found[view] = texts
    }
  }
  await see(BEFORE)
  await page.evaluate(() => kit.close())
  await visit.connect()
  await see(AFTER)
  return found
}

/** A visit with the features that have views of their own. */
export const everyFeature = (languages: Record<string, Messages>): Visit => ({
  languages,
  remote: true,
  config: {
    features: { approvals: {}, send: {}, swaps: {}, receive: {}, history: {}, onramp: {} },
    termsConditionsUrl: 'https://example.com/terms',
    privacyPolicyUrl: 'https://example.com/privacy',
  },
})

/** The texts that do not fit: cut by their element, or beside the card. Names are cut on purpose. */
const cut = async ({ modal }: Visited) => {
  const texts = await modal.evaluate((card) => {
    const frame = card.getBoundingClientRect()
    const own = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isShown = (element: Element) => element.checkVisibility() && !element.closest('.sr, [aria-hidden="true"]')
    return [...card.querySelectorAll<HTMLElement>('*')]
      .filter((element) => own(element) && isShown(element))
      .flatMap((element) => {
        const box = element.getBoundingClientRect()
        const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        const isBeside = box.left < frame.left - 1 || box.right > frame.right + 1
        return isCut || isBeside ? [element.innerText] : []
      })
  })
  return texts.filter((text) => /\p{L}/u.test(text.replace(NAMES, '')))
}

/** Every text has room on the smallest phone. */
export async function fitsPhone(flow: ReturnType<typeof useFlow>, tag: string) {
  const context = { viewport: { width: 360, height: 740 } }
  const visit = await flow.visit({ ...everyFeature({ [tag]: await texts(tag) }), context })
  expect(await walkViews(visit, cut)).toEqual({})
}
