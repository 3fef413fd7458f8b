/** The login service's dashboard in a real browser. */
import { afterEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useFaults } from '../support/faults.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const browser = useBrowser()
const watch = useFaults()
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(undo.splice(0).map((close) => close()))
  sandbox().login.clear()
})

async function newPage() {
  const context = await browser().newContext({ viewport: { width: 800, height: 700 } })
  undo.push(() => context.close())
  watch(context)
  return context.newPage()
}

describe('the dashboard', () => {
  it('shows the keys after a code, and deletes the account after another code', async () => {
    const page = await newPage()
    const email = 'dashboard@example.com'
    await page.goto(`${sandbox().secureSite}/dashboard`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Code').waitFor()
    await page.getByLabel('Code').fill((await sandbox().login.nextMail(email)).code ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Smart account').waitFor()
    sandbox().login.set({ advance: 30_000 })
    await page.getByRole('button', { name: 'Export keys' }).click()
    await page.getByLabel('Code').waitFor()
    await page.getByLabel('Code').fill((await sandbox().login.nextMail(email)).code ?? '')
    await page.getByRole('button', { name: 'Export keys now' }).click()
    await page.getByText(/^0x[0-9a-f]{64}$/).waitFor()
    sandbox().login.set({ advance: 30_000 })
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Code').waitFor()
    await page.getByLabel('Code').fill((await sandbox().login.nextMail(email)).code ?? '')
    await page.getByRole('button', { name: 'Delete account now' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  it('takes no press in the first half second, so that no page can open it under a pointer', async () => {
    const page = await newPage()
    const email = 'first-press@example.com'
    await page.goto(`${sandbox().secureSite}/dashboard`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Code').fill((await sandbox().login.nextMail(email)).code ?? '')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor()
    // Click the button at the moment when it appears.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const all = [...document.querySelectorAll('button')]
        const button = all.find(({ textContent }) => textContent === 'Sign out everywhere')
        if (!button) return
        observer.disconnect()
        button.click()
      }).observe(document, { childList: true, subtree: true })
    })
    const signedOut: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/SIGN_OUT_ALL') && signedOut.push(request.url())))
    await page.reload()
    const button = page.getByRole('button', { name: 'Sign out everywhere' })
    await button.waitFor()
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(signedOut).toEqual([])
    await button.click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(signedOut).toHaveLength(1)
  })
})
