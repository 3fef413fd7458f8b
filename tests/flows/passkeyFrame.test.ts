/** A locked wallet in the frame of a site, which asks for the passkey itself, with a virtual authenticator of Chromium. */
import type { Page } from 'playwright-core'
import { verifyMessage, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { useBrowser } from '../support/browser.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { inHex } from '../support/heldFrame.ts'
import { clearPasskeys, lockWallet, setVerified } from '../support/lockWindow.ts'
import { startNamed } from '../support/lockedAccount.ts'
import { readRequest } from '../support/readRequest.ts'

const browser = useBrowser()
const undo: (() => Promise<unknown>)[] = []
let hosted: Awaited<ReturnType<typeof startNamed>>
let site: Holder
beforeAll(async () => {
  // The site and the service have one host, so that the browser lets the frame keep what the dashboard kept.
  site = await serveHolder('localhost')
  hosted = await startNamed({ sites: [site.url], review: 'frame' })
})
afterAll(async () => {
  await site.stop()
  await hosted.close()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of undo.splice(0)) await close()
})
/** Moves the server's clock past the pause between two mails to one address. */
const later = () => vi.setSystemTime(Date.now() + 30_000)
const HELLO = inHex('Hello')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const ask = <T>(page: Page, name: string, payload?: unknown) =>
  page.evaluate(([n, p]) => window.framed?.ask(n, p), [name, payload] as [string, unknown]) as Promise<T>
let people = 0

/**
 * Somebody who has locked the wallet on the dashboard, and is logged in at the site, in the same tab: a virtual device
 * belongs to a tab.
 */
async function person() {
  const email = `frame${++people}@example.com`
  const context = await browser().newContext({ viewport: { width: 800, height: 700 } })
  undo.push(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const device = await addAuthenticator(page, { prf: true })
  await page.goto(`${hosted.url()}/dashboard`)
  await page.getByLabel('Email').fill(email)
  await click(page, 'Continue')
  await page.getByLabel('Code').fill((await hosted.mailbox.nextMail(email)).code ?? '')
  await click(page, 'Log in')
  await click(page, 'Lock your wallet with a passkey')
  await lockWallet(page)
  await page.getByText('Your wallet is locked.').waitFor()
  await site.hold(page, hosted.url())
  return { page, device, email }
}

/** Reads the request in the frame, and presses Approve until the frame takes it. */
async function approve(page: Page): Promise<void> {
  const frame = page.frameLocator('#frame')
  await readRequest(frame)
  const button = frame.getByRole('button', { name: 'Approve', exact: true })
  while (await button.count()) await button.click({ timeout: 1000 }).catch(() => undefined)
}
const sign = (page: Page, address: Hex) =>
  ask<unknown>(page, 'RPC_REQUEST', { method: 'personal_sign', params: [HELLO, address], chainId: 31337 }).catch(
    (error: Error) => /Error: (User rejected.*)$/m.exec(error.message)?.[1] ?? error.message,
  )
const userOf = (page: Page) => ask<{ address: Hex }>(page, 'GET_USER', { chainId: 31337 })

it('logs in with the passkey instead of a mailed code, where the browser is known', async () => {
  const { page, email, device } = await person()
  const mails = hosted.mailbox.mails(email).length
  expect(await ask(page, 'CONNECT_EMAIL', { email })).toEqual({ action: 'CONNECT' })
  expect((await userOf(page)).address).toMatch(/^0x/)
  expect(hosted.mailbox.mails(email)).toHaveLength(mails)
  expect(await ask(page, 'CONNECT_EMAIL', { email })).toEqual({ action: 'CONNECT' })
  await ask(page, 'SIGN_OUT')
  // If the person does nothing, the code is mailed, as ever.
  await setVerified(device, false)
  later()
  expect(await ask(page, 'CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' })
  await ask(page, 'CONNECT_OTP', { otp: hosted.mailbox.mails(email).at(-1)?.code })
  expect((await userOf(page)).address).toMatch(/^0x/)
})

it('signs with the passkey, of which the site’s page gets nothing', async () => {
  const { page, email } = await person()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  await ask(page, 'CONNECT_EMAIL', { email })
  const { address } = await userOf(page)
  const signing = sign(page, address)
  await approve(page)
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signing) as Hex })).toBe(true)
  const body = sent.find((text) => text.includes('"assertion"') && text.includes('personal_sign')) ?? '{}'
  const { unlock } = JSON.parse(body) as {
    unlock: { key: string; assertion: { id: string; response: Record<string, string> } }
  }
  const secrets = [unlock.key, unlock.assertion.id, ...Object.values(unlock.assertion.response)]
  expect(secrets.length).toBeGreaterThan(4)
  const heard = await page.evaluate(() => JSON.stringify(window.framed?.heard))
  expect(heard).toContain('RPC_APPROVED')
  for (const secret of secrets) expect(heard).not.toContain(secret)
})

it('signs nothing without the passkey, and offers the window', async () => {
  const { page, email, device } = await person()
  await ask(page, 'CONNECT_EMAIL', { email })
  const { address } = await userOf(page)
  await clearPasskeys(device)
  const signing = sign(page, address)
  await approve(page)
  await page.frameLocator('#frame').getByRole('button', { name: 'Review in a window' }).waitFor()
  const opening = page.context().waitForEvent('page')
  await page.frameLocator('#frame').getByRole('button', { name: 'Review in a window' }).click()
  const window = await opening
  await readRequest(window)
  // The window takes no press while another page has the focus.
  await window.bringToFront()
  const no = window.getByRole('button', { name: 'Reject', exact: true })
  while (!window.isClosed()) await no.click({ timeout: 1000 }).catch(() => undefined)
  expect(await signing).toBe('User rejected the request.')
})

it('has no request about the lock for the site’s page', async () => {
  const { page, email } = await person()
  await ask(page, 'CONNECT_EMAIL', { email })
  const { address } = await userOf(page)
  const names = ['LOCK', 'LOCK_KEYS', 'UNLOCK', 'UNLOCK_KEYS', 'PASSKEY_BEGIN', 'PASSKEY_CHOICE', 'PASSKEY_ENTER']
  const answered = await page.evaluate(async (all) => {
    const asked = all.map((name) =>
      window.framed?.ask(name, {}).then(
        () => name,
        () => name,
      ),
    )
    return Promise.race([...asked, new Promise((resolve) => setTimeout(resolve, 500, 'none'))])
  }, names)
  expect(answered).toBe('none')
  const url = hosted.url()
  for (const name of names) {
    const status = await page.evaluate(
      ([to]) =>
        fetch(to ?? '', { method: 'POST', body: '{}' }).then(
          (answer) => answer.status,
          () => 'refused',
        ),
      [`${url}/api/${name}`],
    )
    expect(status, name).toBe('refused')
  }
  expect((await userOf(page)).address).toBe(address)
})
