/** The docs in a browser: search, reading and copying, in light and dark, at 360 px, with the strict policy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { serveDocs } from '../../cli/repo/docs/serve.ts'
import { buildDocs } from '../../cli/repo/docs/site.ts'
import { checkPage } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser()
let folder: string
let served: Awaited<ReturnType<typeof serveDocs>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletkit-docs-'))
  await buildDocs(folder)
  served = await serveDocs(folder, 0)
})
afterAll(async () => {
  served.server.closeAllConnections()
  served.server.close()
  await rm(folder, { recursive: true, force: true })
})

type Look = { width?: number; colorScheme?: 'light' | 'dark'; url?: string }

/** Opens a page, and records violations of its policy and requests to other hosts. */
async function visit(path: string, { width = 1280, colorScheme = 'light', url = served.url }: Look = {}) {
  const context = await browser().newContext({ viewport: { width, height: 800 }, colorScheme })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => void (request.url().startsWith(url) || faults.push(request.url())))
  await page.goto(`${url}${path}.html`)
  return { page, faults, close: () => context.close() }
}

const PAGES = ['index', 'reference/config', 'guides/sandbox']
/** Pages that only the proof looks at. */
const OTHERS = [
  ...['start/react', 'start/going-live', 'plugins/first', 'reference/errors', 'reference/api/react'],
  ...['about/comparison', 'features/swaps', 'guides/server'],
]

describe('each page', () => {
  it.each([...PAGES, ...(inject('whole') ? OTHERS : [])])(
    '%s is for everybody, in light and dark, and fits 360 px',
    async (path) => {
      for (const look of [{ width: 1280 }, { width: 360, colorScheme: 'dark' }] as const) {
        const { page, faults, close } = await visit(path, look)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${path} at ${look.width} px`).toBeLessThanOrEqual(0)
        expect(faults).toEqual([])
        await checkPage(page, `${path} at ${look.width} px`)
        await close()
      }
    },
  )
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })

it('the search finds a section with the keyboard alone, and opens it', async () => {
  const { page, faults, close } = await visit('index')
  await page.keyboard.press('/')
  await page.keyboard.type('SEND_EXPIRED')
  const results = page.getByRole('listbox', { name: 'Results' })
  await results.getByRole('option', { selected: true }).filter({ hasText: 'SEND_EXPIRED' }).waitFor()
  await checkPage(page, 'the results')
  await page.keyboard.press('Enter')
  await page.waitForURL(/reference\/errors\.html#send_expired$/)
  await page.getByRole('heading', { name: 'SEND_EXPIRED' }).waitFor()
  expect(faults).toEqual([])

  await field(page).fill('zzzzzz')
  await page.getByText('Nothing found. Try another word.').waitFor()
  await page.keyboard.press('Escape')
  await results.waitFor({ state: 'hidden' })
  await close()
})

it('on a phone the menu leads to every page, and the theme stays chosen', async () => {
  const { page, close } = await visit('index', { width: 360 })
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Going live' })
  expect(await link.isVisible()).toBe(false)
  await menu.click()
  await link.click()
  await page.getByRole('heading', { name: 'Going live', level: 1 }).waitFor()

  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  expect(await background()).toBe('rgb(23, 24, 28)')
  await page.reload()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  expect(await background()).toBe('rgb(23, 24, 28)')
  await close()
})

it('a first press of Tab skips to the content', async () => {
  const { page, close } = await visit('reference/commands')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  await close()
})

it('works as files, without a server, the search too', async () => {
  const { page, faults, close } = await visit('index', { url: `${pathToFileURL(folder).href}/` })
  await field(page).fill('walletkit.config.json')
  await page.getByRole('option').first().click()
  await page.waitForURL((address) => !address.pathname.endsWith('/index.html'))
  expect(faults).toEqual([])
  await close()
})
