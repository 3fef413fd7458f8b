/** Walks through the modal's views in one language, and finds texts that are not translated, or that do not fit. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { textFolders } from '../../cli/repo/english.ts'
import { ROOT } from '../../cli/repo/run.ts'
import { readTexts } from '../../cli/stages/languages.ts'
import type { Messages } from '../../runtime/contracts/config.ts'
import type { useFlow, Visit, Visited } from './flow.ts'

/** Reads all texts of a language: the core's and those of every plugin. */
export async function texts(tag: string): Promise<Messages> {
  const folders = (await textFolders()).filter((each) => each.startsWith('plugins/'))
  return readTexts(
    tag,
    folders.map((folder) => ({ folder: join(ROOT, folder) })),
  )
}

/**
 * Matches texts that are not translated: names of wallets, networks and tokens, addresses, single letters, and months.
 */
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

/**
 * The texts of the modal, also those for screen readers, that have letters outside brackets: all texts of the
 * pseudo-locale are in brackets.
 */
export const english = async ({ modal }: Visited) => {
  const texts = await modal.evaluate((card) => {
    const found: string[] = []
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // A part of a text may be an element of its own, such as a link, so look at the whole line.
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

/** Opens the views in BEFORE without a wallet, and those in AFTER with one. @returns what `look` found, by view */
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

/** The options of a visit with all features that have views. */
export const everyFeature = (languages: Record<string, Messages>): Visit => ({
  languages,
  remote: true,
  config: {
    features: { approvals: {}, send: {}, swaps: {}, receive: {}, history: {}, onramp: {} },
    termsConditionsUrl: 'https://example.com/terms',
    privacyPolicyUrl: 'https://example.com/privacy',
  },
})

/**
 * The texts that are cut off by their element, or reach out of the card. Names are left out, because they are cut on
 * purpose.
 */
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

/** Checks that every text of a language fits on a small phone (360 × 740). */
export async function fitsPhone(flow: ReturnType<typeof useFlow>, tag: string) {
  const context = { viewport: { width: 360, height: 740 } }
  const visit = await flow.visit({ ...everyFeature({ [tag]: await texts(tag) }), context })
  expect(await walkViews(visit, cut)).toEqual({})
}
