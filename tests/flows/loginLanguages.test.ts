/**
 * The login service's pages in other languages: nothing stays English or is cut off, and one press switches to English.
 */
import { readFileSync } from 'node:fs'
import { encodeFunctionData, erc20Abi } from 'viem'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pseudoText } from '../../cli/stages/pseudo.ts'
import { useBrowser } from '../support/browser.ts'
import { useFaults } from '../support/faults.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { holdFrame } from '../support/heldFrame.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const browser = useBrowser()
const watch = useFaults()
const undo: (() => Promise<unknown>)[] = []
let site: Holder
beforeAll(async () => {
  site = await serveHolder()
})
afterAll(() => site.stop())
afterEach(async () => {
  await Promise.all(undo.splice(0).map((close) => close()))
  sandbox().login.clear()
})

const file = (tag: string) =>
  JSON.parse(readFileSync(new URL(`../../sandbox/login/languages/${tag}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >
const english = file('en')
const pseudo = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudoText(text)]))

/** Makes the pages of a context use the pseudo-locale. */
const inPseudo = (context: BrowserContext) =>
  context.route('**/language', (route) => route.fulfill({ json: { tag: 'en-XA', texts: pseudo } }))

/** Matches texts that are not translated. */
const NAMES =
  /Google|GitHub|Apple|Facebook|Discord|^X$|Ethereum|^EN$|Sandbox( \w+)?|https?:\/\/\S+|\S+@example\.com|\b0x[\da-fA-F]*|\S*(localhost|127\.0\.0\.1)\S*|[\d.]+ ETH|UTC|HeadlessChrome|Chrome, Linux|[1-9A-HJ-NP-Za-km-z]{43,44}|\bAM\b|\bPM\b|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*/gm

/** The texts of a page that are not in brackets, as those of the pseudo-locale are. */
const untranslated = async (page: Page | Frame) => {
  const found = await page.evaluate(() => {
    const texts: string[] = [document.title]
    for (const each of document.querySelectorAll('h1, h2, h3, p, dt, dd, label, button, li'))
      if (!each.querySelector('h1, h2, h3, p, dt, dd, label, button, li')) texts.push(each.textContent ?? '')
    for (const each of document.querySelectorAll('[aria-label]')) texts.push(each.getAttribute('aria-label') ?? '')
    return texts
  })
  // A long text may be in several elements, of which only the first and last have a bracket.
  return found
    .join('\n')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(NAMES, '')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => /[a-zA-Z]/.test(text))
}
/** The texts that are wider than their box. */
const cut = (page: Page | Frame) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
      .map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
  )

const TAKER = '0x00000000000000000000000000000000000A11cE'
const requests = (own: string) =>
  [
    ['eth_sendTransaction', [{ from: own, to: TAKER, value: '0x1' }]],
    [
      'eth_sendTransaction',
      [
        {
          from: own,
          to: TAKER,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TAKER, 2n ** 256n - 1n] }),
        },
      ],
    ],
    ['personal_sign', ['0xff00', own]],
  ] as const

async function held(locale: string, isPseudo = false) {
  const options = { locale, viewport: { width: 800, height: 700 } }
  const made = await holdFrame(browser(), sandbox(), site, options, isPseudo ? inPseudo : undefined)
  undo.push(made.close)
  const frame = made.page.frames().find((each) => each.url().includes('/sdk')) as Frame
  return { ...made, inside: frame }
}

/** Where the page has withdrawn a request a moment ago, the frame announces the next one: checks that, and asks for it. */
async function announced(inside: Frame, check: () => Promise<void>) {
  const next = inside.locator('.window button')
  await next.waitFor()
  await check()
  await next.click()
}

describe('the frame', () => {
  it('shows no English in the pseudo-locale, whatever is asked', async () => {
    const { outcome, inside, eoa, abort } = await held('en-XA', true)
    expect(await untranslated(inside)).toEqual([])
    for (const [at, [method, params]] of requests(eoa).entries()) {
      void outcome(method, params, `request-${at}`)
      if (at) await announced(inside, async () => expect(await untranslated(inside)).toEqual([]))
      await inside.locator('.actions').waitFor()
      expect(await untranslated(inside), method).toEqual([])
      await abort(`request-${at}`)
      await inside.locator('.actions').waitFor({ state: 'detached' })
    }
  })

  it.each(['ar', 'ru', 'de'])('cuts nothing in %s, and has its direction', async (tag) => {
    const { outcome, inside, eoa, abort } = await held(tag)
    const texts = file(tag)
    for (const [at, [method, params]] of requests(eoa).entries()) {
      void outcome(method, params, `request-${at}`)
      if (at) await announced(inside, async () => expect(await cut(inside)).toEqual([]))
      await inside.getByRole('button', { name: texts['request.approve'] ?? '', exact: true }).waitFor()
      expect(await cut(inside), method).toEqual([])
      await abort(`request-${at}`)
      await inside.locator('.actions').waitFor({ state: 'detached' })
    }
    expect(await inside.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      tag,
      tag === 'ar' ? 'rtl' : 'ltr',
    ])
  })

  it('shows a request in English at a press, all of which has to be seen there before it can be approved', async () => {
    const { outcome, inside, eoa, page } = await held('de')
    const texts = file('de')
    const answer = outcome('eth_sendTransaction', [{ from: eoa, to: TAKER, value: '0x1' }])
    const genehmigen = inside.getByRole('button', { name: texts['request.approve'] ?? '', exact: true })
    await expect.poll(() => genehmigen.isEnabled()).toBe(true)
    const original = inside.getByRole('button', { name: 'Englisches Original' })
    expect(await original.getAttribute('aria-pressed')).toBe('false')
    await original.click()
    const approve = inside.getByRole('button', { name: 'Approve', exact: true })
    await inside.getByText('Leaves your account').waitFor()
    expect(await approve.isDisabled()).toBe(true)
    expect(await inside.locator('.request').getAttribute('lang')).toBe('en')
    expect(await original.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => approve.isEnabled()).toBe(true)
    await page.waitForTimeout(50)
    await approve.hover({ force: true })
    await approve.click()
    expect(await answer).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('the other pages', () => {
  async function open(locale: string, isPseudo = false) {
    const context = await browser().newContext({ locale, viewport: { width: 360, height: 740 } })
    undo.push(() => context.close())
    watch(context)
    if (isPseudo) await inPseudo(context)
    return context.newPage()
  }

  /** Opens all pages one after another, and calls `look` on each. */
  async function walk(page: Page, look: (name: string) => Promise<void>, email: string) {
    const submit = () => page.locator('form button.key').first().click()
    const code = async (since: number) => (await sandbox().login.nextMail(email, since)).code ?? ''
    await page.goto(`${sandbox().secureSite}/dashboard`)
    await page.locator('#email').waitFor()
    await look('login')
    await page.locator('#email').fill(email)
    const since = Date.now()
    await submit()
    await page.locator('#code').waitFor()
    await look('code')
    await page.locator('#code').fill('000000')
    await submit()
    await page.locator('.fault:not(:empty)').first().waitFor()
    await look('wrong code')
    await page.locator('#code').fill(await code(since))
    await submit()
    await page.locator('.places').waitFor()
    await look('account')
    await page.goto(`${sandbox().secureSite}/undo#${'0'.repeat(64)}`)
    await page.locator('.fault').waitFor()
    await look('undo')
    await page.goto(`${sandbox().secureSite}/review`)
    await page.locator('.idle').waitFor()
    await look('review')
    await page.goto(`${sandbox().secureSite}/social/callback/google`)
    await page.locator('h1').waitFor()
    await expect.poll(() => page.locator('.note').count()).toBe(1)
    await look('failed')
  }

  it('show no English in the pseudo-locale', async () => {
    const page = await open('en-XA', true)
    const found: Record<string, string[]> = {}
    await walk(page, async (name) => void (found[name] = await untranslated(page)), 'pseudo@example.com')
    expect(Object.entries(found).filter(([, texts]) => texts.length)).toEqual([])
    expect(Object.keys(found)).toHaveLength(7)
  })

  it('cut nothing in Arabic at 360 px, and are mirrored', async () => {
    const page = await open('ar')
    const found: Record<string, string[]> = {}
    await walk(page, async (name) => void (found[name] = await cut(page)), 'arabic@example.com')
    expect(Object.entries(found).filter(([, texts]) => texts.length)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  })
})
