/** The public entry points as sites use them, on the page of tests/support/doors. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { buildPage } from '../support/buildPage.ts'
import type { Doors } from '../support/doors/main.tsx'
import { type Served, serveFolder } from '../support/serve.ts'

const browser = useBrowser()
let folder = ''
let served: Served | undefined
beforeAll(async () => {
  folder = await buildPage('doors', new URL('../support/doors', import.meta.url))
  served = await serveFolder(folder)
})
afterAll(async () => {
  await served?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a site of the page reports, on a page of its own. A fault or a warning on the console fails the test. */
async function visit<N extends keyof Doors>(name: N): Promise<Awaited<ReturnType<Doors[N]>>> {
  const page = await (await browser().newContext()).newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    // Nobody answers the page's requests to its networks.
    const isLoud =
      ['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource')
    if (isLoud) said.push(message.text())
  })
  await page.goto(served?.url ?? '')
  await page.waitForFunction(() => 'doors' in window)
  const result: unknown = await page.evaluate(`doors.${name}()`)
  await page.context().close()
  expect(said).toEqual([])
  return result as Awaited<ReturnType<Doors[N]>>
}

it('a hydrated page that opens the modal in its first effect opens its own, once', async () => {
  expect(await visit('opensOnItsOwn')).toEqual({ isOpen: true, dialogs: 1 })
})

it('a hydrated page looks for wallets once, and connects with its own kit', async () => {
  expect(await visit('looksForWallets')).toEqual({
    asked: 1,
    first: 'idle idle ',
    last: 'success error ADAPTER_NOT_FOUND',
  })
})

it('a component of Vue that shows after hydration sees the visitor’s account at once', async () => {
  expect(await visit('showsLater')).toEqual({ hydrated: 'true', shown: 'truetrue', seen: [false, true] })
})

it('RainbowKitProvider leaves nothing of the theme before', async () => {
  const config = { '--wk-ok': '#010203' }
  expect(await visit('changesTheme')).toEqual({
    before: {
      ...config,
      '--wk-accent': '#123456',
      '--wk-surface-0': '#fff',
      '--wk-border-radius-master': '0px',
      surface: '#fff',
      ok: '#010203',
    },
    after: { ...config, surface: '', ok: '#010203' },
  })
})

it('AppKit’s functions and the wallet stay the same between renders', async () => {
  expect(await visit('keepsItsFunctions')).toEqual(['functions', 'wallet', 'wallet'])
})

it('RainbowKit’s hooks follow the views of the open modal', async () => {
  expect(await visit('saysWhatIsOpen')).toEqual(['account', 'networks', 'account', 'none'])
})

it('RainbowKit’s components hydrate for a returning visitor as the server rendered them', async () => {
  expect(await visit('hydratesForReturning')).toEqual({
    text: '0xf39F…22660xf39F…2266',
    custom: '0xf39F…2266',
    first: 'nobody',
  })
})

it('a kit that is destroyed while its modal loads shows none', async () => {
  expect(await visit('leavesWhileLoading')).toEqual({ outcome: 'opened', isLoading: false, dialogs: 0 })
})

it('a tag follows to the kit that replaces a destroyed one', async () => {
  expect(await visit('createsAgain')).toEqual({ text: '0xf39F…2266', opened: [false, true] })
})
