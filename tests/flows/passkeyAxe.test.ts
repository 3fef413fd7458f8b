/** The screens that lock a wallet: axe-core finds nothing, the keyboard is enough, and no text stays English. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { pseudoText } from '../../cli/stages/pseudo.ts'
import { checkPage } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { holdFrame, inHex } from '../support/heldFrame.ts'
import { approveThere, keepCode, lockWallet, openRequest, typeGroups } from '../support/lockWindow.ts'
import { startNamed } from '../support/lockedAccount.ts'

const browser = useBrowser()
const undo: (() => Promise<unknown>)[] = []
let hosted: Awaited<ReturnType<typeof startNamed>>
let site: Holder
beforeAll(async () => {
  site = await serveHolder()
  hosted = await startNamed({ sites: [site.url] })
})
afterAll(async () => {
  await site.stop()
  await hosted.close()
})
afterEach(async () => {
  for (const close of undo.splice(0)) await close()
})

/** Opens the window of a request, with an authenticator. */
async function openFirst(options: object = {}, prepare?: (context: BrowserContext) => Promise<unknown>) {
  const service = { secureSite: hosted.url(), login: hosted.mailbox }
  const held = await holdFrame(browser(), service, site, options, prepare)
  undo.push(held.close)
  void held.outcome('personal_sign', [inHex('Hello'), held.eoa])
  const open = () => openRequest(held.page, () => held.frame.locator('button.key').click())
  return { held, open, ...(await open()) }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
let people = 0
async function dashboardOf(context: BrowserContext): Promise<Page> {
  const email = `axe${++people}@example.com`
  const page = await context.newPage()
  await addAuthenticator(page, { prf: true })
  await page.goto(`${hosted.url()}/dashboard`)
  await page.locator('#email').fill(email)
  await page.locator('form button').first().click()
  await page.locator('#code').fill((await hosted.mailbox.nextMail(email)).code ?? '')
  await page.locator('form button').first().click()
  await page.locator('.places').first().waitFor()
  return page
}

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  it('has no violation in the window and on the dashboard', async () => {
    const { held, open, window } = await openFirst({ colorScheme })
    await window.getByRole('button', { name: 'Create a passkey' }).waitFor()
    await checkPage(window, 'the offer')
    const code = await keepCode(window)
    await press(window, 'Show the code again')
    await checkPage(window, 'the recovery code')
    await press(window, 'I have kept it')
    await press(window, 'Lock the wallet')
    await window.getByText('These are not those groups').waitFor()
    await checkPage(window, 'the groups of the code')
    await typeGroups(window, code)
    await press(window, 'Lock the wallet')
    await window.getByRole('heading', { name: 'Sign a message' }).waitFor()
    await window.close()
    const again = (await open()).window
    await approveThere(again)
    await again.getByRole('button', { name: 'Try again' }).waitFor()
    await checkPage(again, 'the question for the passkey')
    await press(again, 'Use the recovery code')
    await checkPage(again, 'the field for the recovery code')
    const dashboard = await dashboardOf(held.context)
    await checkPage(dashboard, 'the dashboard without a lock')
    await press(dashboard, 'Lock your wallet with a passkey')
    await lockWallet(dashboard)
    await dashboard.getByText('Your wallet is locked.').waitFor()
    await checkPage(dashboard, 'the dashboard with a lock')
  })
})

it('is made by keyboard alone, and each screen’s heading has the focus', async () => {
  const { window } = await openFirst()
  const focused = () => window.evaluate(() => document.activeElement?.textContent)
  // A screen takes no press in its first half second.
  const enter = async () => {
    await window.locator('.step .key:not([aria-disabled])').waitFor()
    await window.keyboard.press('Enter')
  }
  await expect.poll(focused).toBe('Lock your wallet with a passkey')
  await window.keyboard.press('Tab')
  await enter()
  await expect.poll(focused).toBe('Keep your recovery code')
  const code = ((await window.locator('.recovery').textContent()) ?? '').split('-')
  await window.keyboard.press('Tab')
  await enter()
  await expect.poll(focused).toBe('Enter two groups of the code')
  for (const label of await window.locator('label').allTextContents()) {
    await window.keyboard.press('Tab')
    await window.keyboard.type(code[Number(label.slice(-1)) - 1] ?? '')
  }
  // Enter in a field is the first button.
  await enter()
  await window.getByRole('heading', { name: 'Sign a message' }).waitFor()
})

it('has no text that stays English, and none that is cut off at 300 pixels', async () => {
  const url = new URL('../../sandbox/login/languages/en.json', import.meta.url)
  const english = JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>
  const texts = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudoText(text)]))
  const { window } = await openFirst({}, (context) =>
    context.route('**/language', (route) => route.fulfill({ json: { tag: 'en-XA', texts } })),
  )
  await window.setViewportSize({ width: 300, height: 500 })
  const check = async () => {
    const found = await window.evaluate(() => ({
      texts: [...document.querySelectorAll('h1, p:not(.recovery), label, button')].map(
        (each) => each.textContent ?? '',
      ),
      isCut: [...document.querySelectorAll('main *')].some((each) => each.scrollWidth > each.clientWidth + 1),
    }))
    expect(found.texts.filter((text) => text !== '' && !/^\[.*\]$/.test(text))).toEqual([])
    expect(found.isCut).toBe(false)
  }
  const key = window.locator('.step .key')
  await key.waitFor()
  await check()
  await key.click()
  await window.locator('.recovery').waitFor()
  await check()
  await key.click()
  await window.locator('input').first().waitFor()
  await key.click()
  await window.locator('.fault:not(:empty)').waitFor()
  await check()
})
