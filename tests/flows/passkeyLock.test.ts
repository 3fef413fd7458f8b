/** Locking the wallet of a hosted login with a passkey, with a virtual authenticator of Chromium. */
import type { Page } from 'playwright-core'
import { verifyMessage, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { isLocked } from '../../sandbox/login/lock/stored.ts'
import { openThere } from '../../server/store/database.ts'
import { sqlStore } from '../../server/store/sqlStore.ts'
import { useBrowser } from '../support/browser.ts'
import { type Holder, serveHolder } from '../support/framePage.ts'
import { type HeldFrame, holdFrame, inHex } from '../support/heldFrame.ts'
import type { startHosted } from '../support/hosted.ts'
import { approveThere, keepCode, lockWallet, openRequest, typeGroups } from '../support/lockWindow.ts'
import { startNamed } from '../support/lockedAccount.ts'

/** When "Not now" was in the page, when it could be pressed, and when the test pressed it, in ms. */
type Times = { shown: number; enabled: number; pressed: number }
type Hosted = Awaited<ReturnType<typeof startHosted>>
const browser = useBrowser()
const undo: (() => Promise<unknown>)[] = []
let hosted: Hosted
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
const HELLO = inHex('Hello')

async function hold(): Promise<HeldFrame> {
  const held = await holdFrame(browser(), { secureSite: hosted.url(), login: hosted.mailbox }, site)
  undo.push(held.close)
  return held
}
const sign = (held: HeldFrame) => held.outcome('personal_sign', [HELLO, held.eoa])
const open = (held: HeldFrame, device?: Parameters<typeof addAuthenticator>[1]) =>
  openRequest(
    held.page,
    async () => {
      await held.button('Review in a window').waitFor()
      await held.button('Review in a window').click()
    },
    device,
  )
const isSigned = async ({ eoa }: HeldFrame, answer: unknown) =>
  verifyMessage({ address: eoa, message: 'Hello', signature: answer as Hex })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
/** Whether the only account with this address is locked, as the database has it. */
async function isLockedThere({ eoa }: HeldFrame): Promise<boolean> {
  const store = sqlStore(await openThere(hosted.database))
  const users = await store.usersAfter('', 100)
  await store.close()
  const user = users.find(({ evm }) => evm === eoa)
  return user !== undefined && isLocked(user.keys)
}

describe('at the first request', () => {
  it('the window asks to lock the wallet, has the recovery code kept, and then the passkey signs', async () => {
    const held = await hold()
    const signing = sign(held)
    const { window } = await open(held)
    await heading(window, 'Lock your wallet with a passkey')
    const code = await keepCode(window)
    expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
    // Nothing is locked before the code was typed.
    await press(window, 'Lock the wallet')
    await window.getByText('These are not those groups').waitFor()
    expect(await isLockedThere(held)).toBe(false)
    await typeGroups(window, code)
    await press(window, 'Lock the wallet')
    await heading(window, 'Sign a message')
    expect(await isLockedThere(held)).toBe(true)
    await approveThere(window)
    expect(await isSigned(held, await signing)).toBe(true)
    expect(window.isClosed()).toBe(true)
  })

  it('a window that is closed before the code was typed locks nothing', async () => {
    const held = await hold()
    const signing = sign(held)
    const { window } = await open(held)
    await keepCode(window)
    await window.close()
    expect(await isLockedThere(held)).toBe(false)
    const again = (await open(held)).window
    await press(again, 'Not now')
    await approveThere(again)
    expect(await isSigned(held, await signing)).toBe(true)
  })

  it('“Not now” signs as before, and is not asked again in the next days', async () => {
    const held = await hold()
    for (const isFirst of [true, false]) {
      const signing = sign(held)
      const { window } = await open(held)
      if (isFirst) await press(window, 'Not now')
      await approveThere(window)
      expect(await isSigned(held, await signing)).toBe(true)
    }
    expect(await isLockedThere(held)).toBe(false)
  })

  it('takes no press in its first half second, which a double click on the page could still mean', async () => {
    const held = await hold()
    await held.page.context().addInitScript(() => {
      const times: Record<string, number> = {}
      const look = () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Not now')
        if (button) times.shown ??= performance.now()
        if (button?.ariaDisabled === null) times.enabled ??= performance.now()
      }
      setInterval(look, 5)
      addEventListener('click', () => void (times.pressed ??= performance.now()), true)
      Object.assign(window, { times })
    })
    void sign(held).catch(() => undefined)
    const { window } = await open(held)
    await window.getByRole('button', { name: 'Not now', disabled: false }).waitFor()
    const timesOf = () => window.evaluate(() => (globalThis as unknown as { times: Times }).times)
    await window.getByRole('button', { name: 'Not now' }).click({ force: true })
    await expect.poll(async () => (await timesOf()).enabled).toBeDefined()
    const { shown, enabled, pressed } = await timesOf()
    expect(enabled - shown).toBeGreaterThan(450)
    // On a slow machine the press may come later than the half second: then it counts.
    if (pressed < enabled) await heading(window, 'Lock your wallet with a passkey')
  })

  it('a device without the extension says so, and the request goes on', async () => {
    const held = await hold()
    const signing = sign(held)
    const { window } = await open(held, { prf: false })
    await press(window, 'Create a passkey')
    await window.getByText('cannot lock a wallet with a passkey').waitFor()
    await press(window, 'Not now')
    await approveThere(window)
    expect(await isSigned(held, await signing)).toBe(true)
    expect(await isLockedThere(held)).toBe(false)
  })
})

describe('a locked wallet', () => {
  /** A held frame whose account was locked in a window of its first request. */
  async function locked() {
    const held = await hold()
    const signing = sign(held)
    const { window } = await open(held)
    const code = await lockWallet(window)
    await approveThere(window)
    await signing
    return { held, code }
  }

  it('signs by its recovery code in a browser without the passkey', async () => {
    const { held, code } = await locked()
    const signing = sign(held)
    const { window } = await open(held)
    await approveThere(window)
    await heading(window, 'Confirm with your passkey')
    await press(window, 'Use the recovery code')
    await window.getByLabel('Recovery code').fill(code.replace(/.$/, (last) => (last === '2' ? '3' : '2')))
    await press(window, 'Continue')
    await window.getByText('This is not a recovery code.').waitFor()
    await window.getByLabel('Recovery code').fill(` ${code.toLowerCase().replaceAll('-', ' ')}`)
    await press(window, 'Continue')
    expect(await isSigned(held, await signing)).toBe(true)
  })

  it('signs nothing when the person cancels, and the site is told the code 4001', async () => {
    const { held } = await locked()
    const signing = sign(held)
    const { window } = await open(held)
    await approveThere(window)
    await heading(window, 'Confirm with your passkey')
    await press(window, 'Reject')
    expect(await signing).toContain('User rejected the request.')
    const heard = await held.page.evaluate(() => globalThis.window.framed?.heard)
    const payload = { message: 'User rejected the request.', code: 4001 }
    expect(heard?.filter(({ type }) => type.endsWith('_ERROR')).at(-1)?.payload).toEqual(payload)
  })
})
