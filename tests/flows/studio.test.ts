/** The studio in a browser: a change in the form changes the live modal, the weights, and the file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as vite from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { entryAliases } from '../../cli/repo/entryPoints.ts'
import { startStudio } from '../../cli/studio/server.ts'
import { page as project } from '../cli/project.ts'
import { checkPage } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser()

const CONFIG = `{
  "projectId": "test",
  "networks": ["eip155:1"],
  "customRpcUrls": { "eip155:1": ["http://127.0.0.1:9"] },
  "enableWalletConnect": false,
  "theme": { "mode": "light" },
  "features": { "send": true, "receive": true, "analytics": false, "email": false, "socials": false, "swaps": false,
    "onramp": false, "history": false, "names": false }
}
`

async function open() {
  // Write a vite config with aliases. The project's own one imports our vite plugin from source, which needs tsx.
  const alias = entryAliases().map(
    ({ find, replacement }) => `{ find: ${find}, replacement: ${JSON.stringify(replacement)} }`,
  )
  const root = await project({
    'walletkit.config.json': CONFIG,
    'vite.config.mjs': `export default { resolve: { alias: [${alias.join(', ')}] } }`,
  })
  const file = join(root, 'walletkit.config.json')
  const { url, stop } = await startStudio(vite, root, file, 0)
  const context = await browser().newContext({ viewport: { width: 1400, height: 1000 }, reducedMotion: 'reduce' })
  onTestFinished(async () => {
    await context.close()
    await stop()
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && faults.push(message.text())))
  await page.goto(url)
  await upToDate(page)
  const modal = page.frameLocator('iframe')
  // The modal takes the focus when it opens, and a test that types at that moment would lose a key.
  await modal.getByRole('button', { name: /Test wallet/ }).waitFor()
  return { page, file, faults, modal }
}

const upToDate = (page: Page) => page.getByText('Up to date.').waitFor({ timeout: 60_000 })

it(
  'edits the config beside the live modal, weighs each choice, and writes after a look at the diff',
  { timeout: 240_000 },
  async () => {
    const { page, file, faults, modal } = await open()
    const weight = page.getByRole('region', { name: 'Weight and hosts' })
    await weight.getByRole('row', { name: /^send/ }).waitFor()
    await weight.getByText('The page may contact: http://127.0.0.1:9').waitFor()
    await checkPage(page, 'the studio')

    // Without the feature, its views and bytes are gone.
    await page.getByRole('heading', { name: 'Features' }).click()
    await page.getByLabel('features.send', { exact: true }).selectOption('Off')
    await weight.getByText('Left out: send').waitFor({ timeout: 60_000 })
    await weight.getByText(/Everything.*\(−/).waitFor()
    await expect
      .poll(() => page.getByLabel('View', { exact: true }).locator('option').allTextContents())
      .not.toContain('WalletSend')

    // Change the look to a colour with too little contrast: a warning names it.
    await page.getByRole('heading', { name: 'Look' }).click()
    await page.getByLabel('theme.accent', { exact: true }).fill('#8a3b1e')
    const accent = () =>
      modal
        .locator('[data-walletkit]')
        .evaluate((host) => getComputedStyle(host).getPropertyValue('--wk-accent').trim())
    await expect.poll(accent, { timeout: 60_000 }).toBe('#8a3b1e')

    // Open every view in every state.
    await page.getByLabel('Account', { exact: true }).selectOption('connected')
    await page.getByLabel('View', { exact: true }).selectOption('Account')
    await modal
      .getByText(/^0xf39F/)
      .first()
      .waitFor()
    await page.getByLabel('Services', { exact: true }).selectOption('offline')
    await modal
      .getByText(/offline/i)
      .first()
      .waitFor()
    await checkPage(page, 'the studio with all sections in use')

    // Reviewing is locked between an edit and its check, because the diff would be an older one.
    const isLocked = (text: string) =>
      page.getByLabel('projectId', { exact: true }).evaluate((input: HTMLInputElement, typed) => {
        input.value = typed
        input.dispatchEvent(new Event('input'))
        return document.querySelector<HTMLButtonElement>('.primary')?.disabled
      }, text)
    expect(await isLocked('other')).toBe(true)
    expect(await isLocked('test')).toBe(true)

    // The file is written only after the review, and only the edited part changes.
    expect(await readFile(file, 'utf8')).toBe(CONFIG)
    await page.getByRole('button', { name: 'Review changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changes of walletkit.config.json' })
    await dialog.getByText('+  "theme": { "mode": "light", "accent": "#8a3b1e" },').waitFor()
    await checkPage(page, 'the review')
    await dialog.getByRole('button', { name: 'Write walletkit.config.json' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await readFile(file, 'utf8')).toBe(
      CONFIG.replace('"mode": "light"', '"mode": "light", "accent": "#8a3b1e"').replace(
        '"send": true',
        '"send": false',
      ),
    )
    expect(faults).toEqual([])
  },
)

it('names a problem at once, writes nothing with it, and fits a phone', { timeout: 120_000 }, async () => {
  const { page } = await open()
  await page.getByLabel('projectId', { exact: true }).fill('')
  // Not `waitFor`: if this fails, the message has to say what is shown instead.
  const shown = () =>
    Promise.all([
      page.getByLabel('projectId', { exact: true }).inputValue(),
      page.locator('.problem').allTextContents(),
      page.locator('.status').textContent(),
    ])
  await expect
    .poll(shown, { timeout: 30_000 })
    .toEqual(['', [expect.stringContaining('projectId')], 'The preview shows the last config without problems.'])
  expect(await page.getByRole('button', { name: 'Review changes' }).isDisabled()).toBe(true)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await checkPage(page, 'the studio at 360 px')
})

it('leaves the focus in the form while the preview opens its modal', { timeout: 120_000 }, async () => {
  const { page, modal } = await open()
  const field = page.getByLabel('projectId', { exact: true })
  await field.press('End')
  const again = page.waitForEvent('framenavigated', (frame) => frame !== page.mainFrame())
  await page.keyboard.type('in')
  await again
  await modal.getByRole('button', { name: /Test wallet/ }).waitFor()
  await page.waitForTimeout(500)
  await page.keyboard.type('g')
  expect(await field.inputValue()).toBe('testing')
})

it('takes back what was typed and cleared again, and takes spaces for no number', { timeout: 120_000 }, async () => {
  const { page } = await open()
  const review = page.getByRole('button', { name: 'Review changes' })
  /** Types the text, and waits until the studio has checked the config with it. */
  const type = async (label: string, text: string) => {
    const checked = page.waitForResponse((response) => response.url().endsWith('/check'))
    await page.getByLabel(label, { exact: true }).fill(text)
    await (await checked).finished()
  }
  await page.locator('summary', { hasText: 'metadata' }).click()
  await type('metadata.name', 'Shop')
  await expect.poll(() => review.isEnabled()).toBe(true)
  await type('metadata.name', '')
  await page.waitForTimeout(200)
  expect(await review.isDisabled()).toBe(true)

  await page.getByRole('heading', { name: 'Features' }).click()
  await page.getByLabel('features.swaps', { exact: true }).selectOption('With options')
  await type('features.swaps.providerFee', '  ')
  await page.locator('.problem').filter({ hasText: 'providerFee' }).waitFor()
})
