/**
 * The Connect view as the build drew it: shown, focused and pressed while React's file is held back, and taken over by
 * React without a move. The page is one of `walletkit build`, under a policy that forbids strings of markup.
 */
import { join } from 'node:path'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WalletKit } from '../../runtime/index.ts'
import { announceScript } from '../bench/announce.ts'
import { WALLET } from '../bench/page.ts'
import { pageFiles, repository, run, write } from '../cli/project.ts'
import { useBrowser } from '../support/browser.ts'
import { type Served, serveFolder } from '../support/serve.ts'

const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** No service answers in these tests: the view must not change by what they say. */
const CONFIG = {
  projectId: 'test',
  networks: ['eip155:31337'],
  services: {},
  languages: ['en', 'ar'],
  termsConditionsUrl: 'https://site.example/terms',
  features: { send: false, receive: true, email: false, socials: false, swaps: false, onramp: false, history: false },
}

/** Every way to connect, a consent that comes first, and wallets of all namespaces. */
const FULL = {
  ...CONFIG,
  networks: [
    'eip155:31337',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    'bip122:000000000019d6689c085ae165831e93',
  ],
  services: 'sandbox',
  languages: ['en'],
  features: { email: true, socials: ['google', 'x', 'apple'], legalCheckbox: true },
}

const MAIN = `import { createWalletKit } from 'walletkit'
import { generated } from 'virtual:walletkit'
const kit = (globalThis.drawnKit = createWalletKit(generated))
const button = document.createElement('button')
button.textContent = 'Open'
button.onclick = () => void kit.open()
document.body.append(button)
`

const browser = useBrowser()
let root = ''
let served: Served | undefined

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walletkit-ahead-'))
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  for (const [name, config] of Object.entries({ plain: CONFIG, full: FULL })) {
    const folder = join(root, name)
    const base = `export default { base: '/${name}/dist/',`
    const files = pageFiles()
    await write(folder, {
      ...files,
      'walletkit.config.json': JSON.stringify(config),
      'main.js': MAIN,
      'vite.config.mjs': (files['vite.config.mjs'] ?? '').replace('export default {', base),
    })
    const { code, err } = await run('cli/index.ts', ['build', '--json'], folder)
    expect(code, err).toBe(0)
    expect(err).not.toContain('could not draw')
  }
  served = await serveFolder(root, { headers: { 'content-security-policy': POLICY } })
})

afterAll(async () => {
  await served?.stop()
  await rm(root, { recursive: true, force: true })
})

declare global {
  var drawnKit: Pick<WalletKit, 'open' | 'preload' | 'isOpen' | 'getState' | 'updateFeatures' | 'destroy'>
  var shownBy: string[]
}

/** Opens the page. React's file is not answered before `release` is called. */
async function visit({
  site = 'plain',
  locale = 'en',
  stored = {},
}: { site?: 'plain' | 'full'; locale?: string; stored?: Record<string, string> } = {}) {
  const context = await browser().newContext({
    locale,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.addInitScript(announceScript())
  await page.addInitScript(
    (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  )
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let ask: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (ask = resolve))
  await page.route(/\/modal-[^/]*\.js$/, async (route) => {
    ask()
    await held
    await route.continue()
  })
  // What plugins add to the view loads after it.
  await page.route(/\/SlotItem-[^/]*\.js$/, () => undefined)
  await page.goto(`${served?.url}/${site}/dist/`)
  const open = () => page.getByRole('button', { name: 'Open', exact: true }).click()
  return {
    page,
    faults,
    release,
    asked,
    open,
    modal: page.getByRole('dialog'),
    row: page.getByRole('button', { name: WALLET }),
  }
}

/** What a visitor sees and where, and which element has the focus. */
const look = (page: Page) =>
  page.evaluate(() => {
    const shadow = document.querySelector('[data-walletkit]')?.shadowRoot
    const elements = [...(shadow?.querySelectorAll('dialog,.card,.header *,.row,.row *,.link,.legal') ?? [])]
    const boxes = elements.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return [each.tagName, each.textContent, x, y, width, height].join(' ')
    })
    return { boxes, focus: shadow?.activeElement?.id }
  })

/** Whether React has the whole dialog: the rows are in its last part. */
const hasReact = () => {
  const row = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('button.row')
  return Boolean(row && Object.keys(row).some((key) => key.startsWith('__react')))
}
const isTaken = (page: Page) => page.waitForFunction(hasReact)

/** The elements of the dialog, with their attributes in one order, without what opening it adds. */
const drawing = (page: Page) =>
  page.evaluate(() => {
    const added = ['open', 'autofocus', 'style']
    const partOf = (node: Node): unknown => {
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : []
      const attributes = [...node.attributes].flatMap(({ name, value }) =>
        added.includes(name) ? [] : `${name}=${value}`,
      )
      const inside = [...node.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE)
      return [node.tagName, attributes.sort(), ...inside.map(partOf)]
    }
    const dialog = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')
    return dialog ? JSON.stringify(partOf(dialog), null, 1) : ''
  })

const SITES = ['plain', 'full'] as const

it.for(SITES)('shows the view of a %s page before React, which takes it over without a move', async (site) => {
  const { page, faults, release, open, modal, row } = await visit({ site })
  await open()
  await row.waitFor()
  expect(await modal.getAttribute('aria-labelledby')).toBe('wk-title')
  expect(await page.getByRole('dialog', { name: 'Connect Wallet' }).count()).toBe(1)
  expect(await page.evaluate(hasReact)).toBe(false)
  const before = await look(page)
  expect(before.focus).toBe('wk-title')
  await page.evaluate(() => {
    const dialog = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')
    dialog?.setAttribute('data-drawn', '')
    for (const each of dialog?.querySelectorAll('button.row') ?? []) each.setAttribute('data-drawn', '')
  })
  release()
  await isTaken(page)
  expect(await look(page)).toEqual(before)
  // The elements themselves stay, and so do the focus of a visitor and the place of a screen reader.
  expect(await modal.getAttribute('data-drawn')).toBe('')
  expect(await row.getAttribute('data-drawn')).toBe('')
  expect(faults).toEqual([])
})

/** Moves a pointer from one element of the view to another as soon as React has taken over the first element. */
const moveWhenTaken = () => {
  const shadow = document.querySelector('[data-walletkit]')?.shadowRoot
  const [dialog, row] = [shadow?.querySelector('dialog'), shadow?.querySelector('button.row')]
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    if (Object.keys(dialog ?? {}).some((key) => key.startsWith('__react')))
      row?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, composed: true, relatedTarget: dialog ?? null }))
    else port2.postMessage('')
  }
  port2.postMessage('')
}

// If React took over a part of the view later than the rest, it would keep such an event for that part, and throw then:
// an event that stays inside a shadow tree has lost its target by then.
it('is taken over while a pointer moves in it', async () => {
  const { page, faults, release, open, row } = await visit()
  await open()
  await row.waitFor()
  await page.evaluate(moveWhenTaken)
  release()
  await isTaken(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(faults).toEqual([])
})

const VISITS = [
  ['plain', 'en'],
  ['plain', 'ar'],
  ['full', 'en'],
] as const

it.for(VISITS)('draws for a %s page in %s what React renders', async ([site, locale]) => {
  const drawn = await visit({ site, locale })
  await drawn.open()
  await drawn.row.waitFor()
  const rendered = await visit({ site, locale })
  rendered.release()
  await rendered.page.evaluate(() => globalThis.drawnKit.preload())
  expect(await drawing(drawn.page)).toBe(await drawing(rendered.page))
  expect(await drawing(drawn.page)).toContain(WALLET)
  if (locale === 'ar') expect(await drawing(drawn.page)).not.toContain('New to wallets?')
})

const viewOf = (page: Page) =>
  page.evaluate(() =>
    document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')?.getAttribute('data-view'),
  )

it('carries out a press that came before React', async () => {
  const { page, release, open, modal, row } = await visit()
  await open()
  await row.click()
  await modal.getByRole('heading', { name: 'Connect Wallet' }).waitFor()
  release()
  await modal.getByRole('heading', { name: WALLET }).waitFor()
  expect(await viewOf(page)).toBe('ConnectingExternal')
})

const closings: Record<string, (page: Page) => Promise<void>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'a click beside the card': (page) => page.mouse.click(10, 10),
  'the button': (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
}

it.for(Object.keys(closings))('closes by %s before React, gives the focus back, and opens again', async (by) => {
  const { page, release, open, modal, row } = await visit()
  await page.getByRole('button', { name: 'Open', exact: true }).focus()
  await open()
  await row.waitFor()
  await closings[by]?.(page)
  await modal.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open')
  release()
  await isTaken(page)
  expect(await modal.count()).toBe(0)
  await open()
  await row.waitFor()
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'hidden' })
})

/** Notes from now on what shows the dialog: the drawing, or React. */
const noteShown = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')
    if (!dialog) throw new Error('Nothing is drawn')
    const isTaken = () => Object.keys(dialog).some((key) => key.startsWith('__react'))
    globalThis.shownBy = []
    const note = () => dialog.open && globalThis.shownBy.push(isTaken() ? 'React' : 'drawing')
    new MutationObserver(note).observe(dialog, { attributeFilter: ['open'] })
  })

/** Opens the modal as soon as React's file is there and has had time to run. The page's own timers keep the order. */
const openAfterReact = (page: Page) =>
  page.evaluate(async () => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const isThere = ({ name }: PerformanceEntry) => /\/modal-[^/]*\.js$/.test(name)
    while (!performance.getEntriesByType('resource').some(isThere)) await wait(10)
    await wait(200)
    void globalThis.drawnKit.open()
  })

/** Opens the page's modal, and closes it before React has come. */
async function closedEarly() {
  const visited = await visit()
  const { page, open, modal, row } = visited
  await open()
  await row.waitFor()
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'hidden' })
  return visited
}

it('opens again without waiting for React, if it was closed before React came', async () => {
  const { page, faults, release, modal, row } = await closedEarly()
  await noteShown(page)
  release()
  await openAfterReact(page)
  await row.waitFor()
  await isTaken(page)
  expect(await page.evaluate(() => globalThis.shownBy)).toEqual(['drawing'])
  await row.click()
  await modal.getByRole('heading', { name: WALLET }).waitFor()
  expect(faults).toEqual([])
})

it('opens again at another view, which only React can show', async () => {
  const { page, release, modal } = await closedEarly()
  await noteShown(page)
  const opened = page.evaluate(() => globalThis.drawnKit.open({ view: 'Networks' }))
  expect(await page.evaluate(() => globalThis.drawnKit.isOpen())).toBe(true)
  expect(await modal.count()).toBe(0)
  release()
  await opened
  await modal.getByRole('heading', { name: 'Choose Network' }).waitFor()
  expect(await page.evaluate(() => globalThis.shownBy)).toEqual([])
})

it('leaves nothing in the page when the site destroys the kit before React has come', async () => {
  const { page, faults, release } = await closedEarly()
  // Resolves when the modal would have been rendered.
  const opened = page.evaluate(() => globalThis.drawnKit.open())
  await page.evaluate(() => globalThis.drawnKit.destroy())
  release()
  await opened.catch(() => undefined)
  expect(await page.locator('[data-walletkit]').count()).toBe(0)
  expect(faults).toEqual([])
})

it('does not carry out a press that came before React, if the visitor closed the modal after it', async () => {
  const { page, release, open, modal, row } = await visit()
  await open()
  await row.click()
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'hidden' })
  await open()
  await row.waitFor()
  release()
  await isTaken(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await viewOf(page)).toBe('Connect')
})

it.each(['modal', 'shell'])('gives the page back when %s cannot be fetched', async (file) => {
  const { page, faults, release, open, modal, row } = await visit()
  await page.route(`**/${file}-*.js`, async (route) => {
    if (file === 'modal') await row.waitFor()
    await route.abort()
  })
  await open()
  await expect.poll(() => faults.length).toBe(1)
  expect(faults[0]).toContain('Failed to fetch dynamically imported module')
  expect(await modal.count()).toBe(0)
  const left = () => [globalThis.drawnKit.getState(), document.activeElement?.textContent]
  const closed = expect.objectContaining({ open: false, loading: false }) as unknown
  expect(await page.evaluate(left)).toEqual([closed, 'Open'])
  release()
})

it('keeps the Tab key inside the drawn view', async () => {
  const { page, open, row } = await visit()
  await open()
  await row.waitFor()
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-walletkit'))).toBe(true)
  }
})

const others: Record<string, { stored?: Record<string, string>; before?: (page: Page) => Promise<unknown> }> = {
  'a feature that was switched off': {
    before: (page) => page.evaluate(() => globalThis.drawnKit.updateFeatures({ receive: false })),
  },
  'a session that comes back': {
    stored: { '@appkit/connection_status': 'connected', '@appkit/connected_namespaces': 'eip155' },
  },
}

it.for(Object.keys(others))('does not draw for %s', async (name) => {
  const { stored = {}, before } = others[name] ?? {}
  const { page, release, asked, open, modal } = await visit({ stored })
  await before?.(page)
  await open()
  await asked
  expect(await modal.count()).toBe(0)
  release()
  await modal.waitFor()
})
