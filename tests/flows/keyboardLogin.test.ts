/** Logging in and approving by keyboard alone: the focus is never lost, and returns to where it was. */
import { afterEach, describe, expect, it } from 'vitest'
import { account, asks, gone, inHex, request, someone } from '../support/embeddedPage.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { frameOf, titled, useLogin } from '../support/login.ts'

const flow = useFlow()
const { visitLogin, codeAfter } = useLogin(flow)
afterEach(() => flow.sandbox().login.clear())

/** A script that checks in every frame of the animation loop that the open modal has the focus. */
const WATCH = `globalThis.lost = []
const look = () => {
  const root = document.querySelector('[data-walletkit]')?.shadowRoot
  if (root?.querySelector('dialog[open]') && document.activeElement === document.body)
    lost.push(root.getElementById('wk-title')?.textContent)
  requestAnimationFrame(look)
}
requestAnimationFrame(look)`
const visitWatched = (features: object = {}, visit: Visit = {}) =>
  visitLogin({ script: WATCH, ...visit, config: { features: { email: {}, ...features } } })
const lost = ({ page }: Visited) => page.evaluate(() => (globalThis as unknown as { lost: string[] }).lost)

/** The name or text of the focused element, in the modal or in the login frame. */
const focused = ({ page }: Visited) => {
  const [, frame] = page.frames()
  const name = () => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.tagName === 'IFRAME'
      ? undefined
      : (element?.getAttribute('aria-label') ?? element?.textContent ?? '')
  }
  return page.evaluate(name).then((found) => found ?? frame?.evaluate(name))
}
/** Presses Tab until the element has the focus. */
async function tabTo(visit: Visited, name: string) {
  const seen: unknown[] = []
  while (seen.at(-1) !== name) {
    expect(seen.length, `${name} is behind ${seen.join(' | ')}`).toBeLessThan(30)
    await visit.page.keyboard.press('Tab')
    seen.push(await focused(visit))
  }
}
const press = async (visit: Visited, name: string) => {
  await tabTo(visit, name)
  await visit.page.keyboard.press('Enter')
}
/** Opens the modal with the site's own button. */
const open = async (visit: Visited) => {
  await visit.page.locator('walletkit-button button').focus()
  await visit.page.keyboard.press('Enter')
  await visit.modal.waitFor()
}
const returned = async (visit: Visited) => {
  await gone(visit)
  await expect
    .poll(() => visit.page.evaluate(() => document.activeElement?.closest('walletkit-button') != null))
    .toBe(true)
}
/** Enters the address, and waits for the boxes of the code. */
async function ask(visit: Visited, email: string) {
  await open(visit)
  expect(await focused(visit)).toBe('Connect Wallet')
  await visit.modal.getByRole('textbox', { name: 'Email' }).waitFor()
  await tabTo(visit, 'Email')
  await visit.page.keyboard.type(email)
  const code = await codeAfter(() => visit.page.keyboard.press('Enter'), email)
  await titled(visit, 'Confirm Email')
  await expect.poll(() => focused(visit)).toBe('Code of 6 digits')
  return code
}

describe('an email login', () => {
  it('is confirmed by typing, also after a wrong code', async () => {
    const visit = await visitWatched()
    const { keyboard } = visit.page
    const code = await ask(visit, someone())
    await keyboard.type(code === '111111' ? '222222' : '111111')
    await visit.modal.getByText('Invalid code. Try again.').waitFor()
    await expect.poll(() => visit.modal.getByLabel('Code of 6 digits').inputValue()).toBe('')
    await keyboard.type(code)
    await visit.status('connected')
    await returned(visit)
    expect(await lost(visit)).toEqual([])
  })

  it('is confirmed by pasting, and its wallet approves, rejects and cancels requests', async () => {
    const visit = await visitWatched({}, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    const { keyboard } = visit.page
    const code = await ask(visit, someone())
    await visit.page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
    await keyboard.press('Control+V')
    await visit.status('connected')
    await returned(visit)

    const { address } = await account(visit)
    const sign = (text: string) => request<string>(visit, 'personal_sign', [inHex(text), address])
    const ready = (text: string) =>
      frameOf(visit).locator('section', { hasText: text }).locator('button.key:enabled').waitFor()
    const first = await sign('The first')
    await asks(visit)
    await ready('The first')
    await press(visit, 'Approve')
    expect(await first()).toMatch(/^0x/)
    await returned(visit)

    // With the Account view open, that view returns afterwards, with the focus.
    await open(visit)
    const second = await sign('The second')
    await asks(visit)
    await ready('The second')
    await press(visit, 'Reject')
    await expect(second()).rejects.toThrow('User rejected the request.')
    await visit.button('Disconnect').waitFor()
    const third = await sign('The third')
    await asks(visit)
    await ready('The third')
    await press(visit, 'Cancel this request')
    await expect(third()).rejects.toThrow('Request was aborted')
    await visit.button('Disconnect').waitFor()
    expect(await focused(visit)).not.toBe('')
    await keyboard.press('Escape')
    await returned(visit)
    expect(await lost(visit)).toEqual([])
  })
})

it('opens a social login’s window, shows it again, and cancels it', async () => {
  const visit = await visitWatched({ email: false, socials: ['google'] })
  await open(visit)
  await visit.button('Continue with Google').waitFor()
  const [popup] = await Promise.all([visit.page.waitForEvent('popup'), press(visit, 'Continue with Google')])
  await popup.getByRole('button', { name: 'Continue as Ada Lovelace' }).waitFor()
  await visit.page.bringToFront()
  await visit.modal.getByText('Continue in the Google window').waitFor()
  expect(await focused(visit)).toBe('Google')
  await press(visit, 'Show window again')
  await visit.page.bringToFront()
  await press(visit, 'Cancel')
  await titled(visit, 'Connect Wallet')
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect.poll(() => focused(visit)).toBe('Connect Wallet')
  await visit.page.keyboard.press('Escape')
  await returned(visit)
  expect(await lost(visit)).toEqual([])
})
