/** The developer tools in a browser with the strict policy: the panel, the exported file, and a replay. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { checkPage } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

async function start(visit: Visited) {
  await visit.page.evaluate(() => walletkit.startDevtools().then(() => undefined))
  await visit.page.getByRole('button', { name: 'walletkit devtools' }).click()
  return panelOf(visit.page)
}
function panelOf(page: Page, role: 'complementary' | 'main' = 'complementary') {
  const panel = page.getByRole(role, { name: 'walletkit devtools' })
  return {
    panel,
    rows: panel.getByRole('listitem'),
    press: (name: string) => panel.getByRole('button', { name, exact: true }).click(),
    said: panel.getByRole('status'),
  }
}
const address = () => flow.sandbox().accounts[0]?.address ?? ''
const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/devtools-${name}.png` })
}

/** Exports the session by a button. @returns the path of the file */
async function exported(visit: Visited, press: (name: string) => Promise<void>) {
  const [download] = await Promise.all([visit.page.waitForEvent('download'), press('Export session')])
  return download.path()
}

it('shows state, events, requests, wallet calls and errors, and filters them', async () => {
  const visit = await flow.visit()
  const { panel, rows, press, said } = await start(visit)
  await visit.connectInModal()
  await visit.page.evaluate(() => kit.updateNativeBalance())
  for (const row of [
    /wallet Test wallet eth_requestAccounts.*done/,
    /state accounts\.eip155/,
    /event CONNECT_SUCCESS/,
    /request eth_getBalance.*done/,
  ])
    await rows.filter({ hasText: row }).first().waitFor()
  await visit.wallet('set', { answer: 'reject' })
  await visit.page.evaluate(() => kit.switchNetwork('eip155:99999').catch(() => undefined))

  await rows.filter({ hasText: 'eth_requestAccounts' }).first().locator('summary').click()
  await panel.getByText(`"${address()}"`).first().waitFor()
  await shot(visit.page, 'light')
  await checkPage(visit.page, 'the devtools, light')
  await visit.page.evaluate(() => kit.setThemeMode('dark'))
  await expect
    .poll(() => panel.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(23, 24, 28)')
  await shot(visit.page, 'dark')
  await checkPage(visit.page, 'the devtools, dark')

  for (const kind of ['State', 'Events', 'Requests', 'Errors'])
    await panel.getByRole('checkbox', { name: kind }).uncheck()
  expect(new Set(await rows.locator('.kind').allTextContents())).toEqual(new Set(['wallet']))
  await panel.getByRole('searchbox', { name: 'Search' }).fill('eth_requestAccounts')
  await expect.poll(() => rows.count()).toBe(1)
  await panel.getByRole('searchbox', { name: 'Search' }).fill('')
  for (const kind of ['State', 'Events', 'Requests', 'Errors'])
    await panel.getByRole('checkbox', { name: kind }).check()

  await press('Clear')
  await expect.poll(() => said.textContent()).toBe('Cleared.')
  expect(await rows.count()).toBe(0)
  await press('Pause')
  await visit.open()
  await visit.page.keyboard.press('Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await rows.count()).toBe(0)
  await press('Pause')
  await visit.page.evaluate(() => kit.setThemeMode('light'))
  await rows.filter({ hasText: 'state theme' }).waitFor()
  await press('Close')
  await expect
    .poll(() => visit.page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent))
    .toBe('walletkit devtools')
})

it('copies a bug report and exports the session without addresses', async () => {
  const visit = await flow.visit()
  await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { press, said } = await start(visit)
  await visit.connectInModal()
  await press('Copy a bug report')
  await expect.poll(() => said.textContent()).toMatch(/^Copied without secrets/)
  const report = await visit.page.evaluate(() => navigator.clipboard.readText())
  const file = await readFile(await exported(visit, press), 'utf8')
  for (const text of [report, file]) {
    expect(text).toContain('eth_requestAccounts')
    expect(text).toContain('<address 1>')
    expect(text.toLowerCase()).not.toContain(address().slice(2).toLowerCase())
    expect(text).not.toMatch(/0x[0-9a-f]{40}/i)
  }
  expect(report).toContain('- Networks: eip155:31337, eip155:31338; active: eip155')
  expect(report).toContain('- Accounts: eip155 connected')
})

it('shows the report where the browser does not let the page copy', async () => {
  const visit = await flow.visit({
    script:
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })",
  })
  const { panel, press } = await start(visit)
  await press('Copy a bug report')
  await expect.poll(() => panel.getByLabel('Bug report', { exact: true }).inputValue()).toContain('### Set-up')
  await checkPage(visit.page, 'the devtools with a report')
  await press('Hide the report')
  await panel.getByLabel('Bug report', { exact: true }).waitFor({ state: 'detached' })
})

it('walks another page through a recorded session, in a window of its own, and puts its state back', async () => {
  const first = await flow.visit()
  const recorder = await start(first)
  await first.connectInModal()
  await first.open()
  await expect.poll(() => first.title.textContent()).toBe('Account')
  await first.page.keyboard.press('Escape')
  await first.modal.waitFor({ state: 'hidden' })
  const file = await exported(first, recorder.press)

  const visit = await flow.visit()
  const { press } = await start(visit)
  const [popup] = await Promise.all([visit.page.waitForEvent('popup'), press('Own window')])
  const own = panelOf(popup, 'main')
  await own.panel.getByLabel('Replay a session').setInputFiles(file)
  await expect.poll(() => own.said.textContent()).toMatch(/^Step 0 of \d+: the beginning$/)
  await shot(popup, 'window')
  await checkPage(popup, 'the devtools in a window of their own')

  // Go to the steps where the account view was open, then back to the beginning.
  const seen: string[] = []
  const shown = async () => ((await visit.modal.isVisible()) ? ((await visit.title.textContent()) ?? '') : 'closed')
  const count = Number(/of (\d+)/.exec((await own.said.textContent()) ?? '')?.[1])
  for (let step = 1; step <= count; step++) {
    await own.press('Step forward')
    await expect.poll(() => own.said.textContent()).toContain(`Step ${step} of ${count}`)
    const title = await shown()
    if (seen.at(-1) !== title) seen.push(title)
    if (title === 'Account') await shot(visit.page, 'replay')
  }
  expect(seen).toContain('Connect Wallet')
  expect(seen).toContain('Account')
  expect(seen.at(-1)).toBe('closed')
  expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('connected')
  // The replay sent no request to a wallet.
  expect(await visit.asked()).toEqual([])
  await own.panel.getByRole('slider').fill('0')
  await expect.poll(() => visit.page.evaluate(() => kit.getAccount().status)).toBe('disconnected')

  await own.press('End replay')
  await expect.poll(() => own.said.textContent()).toMatch(/^The replay has ended/)
  expect(await visit.page.evaluate(() => [kit.getAccount().status, kit.isOpen()])).toEqual(['disconnected', false])
  await visit.connectInModal()
})

it('steps with the keyboard while the modal is open, and refuses a file of another kind', async () => {
  const first = await flow.visit()
  const { panel, press, said } = await start(first)
  await panel
    .getByLabel('Replay a session')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect.poll(() => said.textContent()).toBe('This file is not a recording of these devtools.')
  await first.open()
  await first.page.keyboard.press('Escape')
  await first.modal.waitFor({ state: 'hidden' })
  const file = await exported(first, press)
  await panel.getByLabel('Replay a session').setInputFiles(file)
  await expect.poll(() => said.textContent()).toMatch(/^Step 0/)
  for (let step = 0; step < 50 && !(await first.modal.isVisible()); step++)
    await first.page.keyboard.press('Alt+ArrowRight')
  await first.modal.waitFor()
  await first.page.keyboard.press('Alt+ArrowLeft')
  await first.modal.waitFor({ state: 'hidden' })
})

it('does not replay on a page that names another host', async () => {
  const visit = await flow.visit({ config: { services: { api: 'https://api.service.example' } } })
  const { panel } = await start(visit)
  expect(await panel.getByLabel('Replay a session (on the sandbox only)').isDisabled()).toBe(true)
})

it('leaves nothing behind when it is stopped', async () => {
  const visit = await flow.visit()
  const left = await visit.page.evaluate(async () => {
    const devtools = await walletkit.startDevtools()
    devtools.stop()
    return document.querySelectorAll('[data-walletkit-devtools]').length
  })
  expect(left).toBe(0)
  await visit.connectInModal()
})
