/** The modal on small phones, with large text, forced colours, more contrast, and from right to left. */
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { readQr } from '../support/phone.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()

const SMALL_PHONE = { width: 360, height: 740 }
const account = (at: number) => flow.sandbox().accounts[at]?.address ?? ''

const visitSend = async (context: BrowserContextOptions = {}) => {
  const visit = await flow.visit({ config: { features: { send: {}, receive: {} } }, context })
  await visit.connect()
  await visit.open()
  await visit.button('Send').click()
  await visit.button('Choose a token').click()
  await visit.modal
    .getByRole('button')
    .filter({ has: visit.page.getByText('Ether', { exact: true }) })
    .click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(account(1))
  await visit.button('Preview Send').waitFor()
  return visit
}
const review = async (visit: Visited) => {
  await visit.button('Preview Send').click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
  await visit.modal.getByText('Leaves your account').waitFor()
}
/** Whether a button is entirely inside the viewport, and nothing covers its centre. */
const isInView = (visit: Visited, name: string | RegExp) =>
  visit.button(name).evaluate((button) => {
    const { top, bottom, left, width } = button.getBoundingClientRect()
    const root = button.getRootNode() as ShadowRoot
    const hit = root.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && button.contains(hit)
  })
const style = (visit: Visited, selector: string, property: string) =>
  visit.modal
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
/** Whether a press reaches the control within the 44 px around its centre. */
const takes44 = (control: Locator) =>
  control.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const root = element.getRootNode() as ShadowRoot
    const [x, y] = [left + width / 2, top + height / 2]
    const edges = [21.5, -21.5].flatMap((far) => [
      [x + far, y],
      [x, y + far],
    ])
    return edges.every(([at = 0, down = 0]) => element.contains(root.elementFromPoint(at, down)))
  })
/** The px by which the content is wider than the card. */
const overflow = ({ modal }: Visited) => modal.locator('.body').evaluate((body) => body.scrollWidth - body.clientWidth)

describe('on a phone of 360 × 740', () => {
  it('the button that moves money is in view, however long the screen is', async () => {
    const visit = await visitSend({ viewport: SMALL_PHONE })
    expect(await isInView(visit, 'Preview Send')).toBe(true)
    await review(visit)
    expect(await isInView(visit, /^Send 0\.01 ETH$/)).toBe(true)
    // This holds on a screen that is too short for all of it, too.
    await visit.page.setViewportSize({ width: 360, height: 520 })
    const { scrollHeight, clientHeight } = await visit.modal
      .locator('.body')
      .evaluate((body) => ({ scrollHeight: body.scrollHeight, clientHeight: body.clientHeight }))
    expect(scrollHeight).toBeGreaterThan(clientHeight)
    expect(await isInView(visit, /^Send 0\.01 ETH$/)).toBe(true)
  })

  it('the one of a swap is too, with all figures open', async () => {
    const visit = await flow.visit({
      config: { features: { send: {}, receive: {}, swaps: sandboxOptions } },
      context: { viewport: SMALL_PHONE },
    })
    await visit.connect()
    await visit.page.evaluate(() =>
      kit.open({ view: 'Swap', params: { fromToken: 'USDC', toToken: 'ETH', amount: '850' } }),
    )
    await visit.button('Review swap').and(visit.page.locator(':enabled')).waitFor()
    expect(await isInView(visit, 'Review swap')).toBe(true)
  })
})

it('a control that is drawn smaller takes presses in 44 px', async () => {
  const visit = await visitSend({ viewport: SMALL_PHONE })
  const check = (control: Locator) => expect.poll(() => takes44(control), { message: String(control) }).toBe(true)
  await check(visit.button('Save as a contact'))
  await visit.page.evaluate(() => kit.open({ view: 'Account' }))
  await check(visit.button(/^Copy address/))
  await check(visit.button(/^Choose network/))
  for (const name of ['Tokens', 'NFTs']) await check(visit.modal.getByRole('tab', { name }))
  await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
  await check(visit.modal.getByRole('switch', { name: 'Certified only' }))
})

it('at 400 %, nothing that stays in view takes the room of the rest', async () => {
  const visit = await visitSend({ viewport: { width: 320, height: 256 } })
  await review(visit)
  expect(await style(visit, '.actions', 'position')).toBe('static')
  expect(await overflow(visit)).toBe(0)
  await visit.button(/^Send 0\.01 ETH$/).scrollIntoViewIfNeeded()
  expect(await isInView(visit, /^Send 0\.01 ETH$/)).toBe(true)
})

describe('with large text', () => {
  it('follows the browser’s setting, not the page’s own size, and keeps everything inside the card', async () => {
    const visit = await flow.visit({ context: { viewport: SMALL_PHONE } })
    await visit.page.evaluate(() => document.documentElement.style.setProperty('font-size', '40px'))
    const session = await visit.page.context().newCDPSession(visit.page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await visit.connect()
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
    await visit.modal.getByText('Sandbox Dai').waitFor()
    expect(await style(visit, '.row .label', 'font-size')).toBe('28px')
    expect(await overflow(visit)).toBe(0)
    await visit.page.evaluate(
      (to) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.01', to } }),
      account(1),
    )
    await visit.button('Preview Send').waitFor()
    expect(await overflow(visit)).toBe(0)
    await review(visit)
    expect(await overflow(visit)).toBe(0)
    const { width, inside } = await visit.modal.locator('.address').evaluate((address) => ({
      width: address.scrollWidth,
      inside: address.clientWidth,
    }))
    expect(width).toBeLessThanOrEqual(inside)
  })
})

describe('with forced colours', () => {
  const forced = { forcedColors: 'active' } as const

  it('the code can be scanned, and what has the focus or is chosen can be seen', async () => {
    const visit = await flow.visit({ context: forced })
    await visit.connect()
    await visit.open()
    await visit.modal.getByRole('tab', { name: 'Tokens' }).waitFor()
    const colour = (name: string) =>
      visit.modal.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor)
    await expect.poll(async () => (await colour('Tokens')) === (await colour('NFTs'))).toBe(false)
    await visit.page.keyboard.press('Tab')
    const ring = await visit.modal.evaluate((card) => {
      const { outlineStyle, outlineWidth } = getComputedStyle((card.getRootNode() as ShadowRoot).activeElement ?? card)
      return [outlineStyle, outlineWidth]
    })
    expect(ring).toEqual(['solid', '2px'])
    expect(await style(visit, '.feature', 'outline-style')).toBe('solid')
    await visit.button('Receive').click()
    const code = visit.modal.getByRole('img', { name: /^QR code of your address/ })
    await code.waitFor()
    expect(await readQr(code)).toContain(account(0))
  })
})

it('with more contrast, the second colours of text are the first', async () => {
  const visit = await flow.visit({ context: { contrast: 'more' } })
  await visit.connect()
  await visit.open()
  await visit.modal.getByText('Sandbox Dai').waitFor()
  const text = await visit.modal.evaluate((card) => getComputedStyle(card).color)
  await expect.poll(() => style(visit, '.row .note', 'color')).toBe(text)
})

it('from right to left, views come from the other side, and amounts and addresses keep their order', async () => {
  const visit = await flow.visit({ config: { locale: 'ar' }, context: { reducedMotion: 'no-preference' } })
  await visit.connect()
  await visit.page.evaluate(() => {
    const host = document.querySelector<HTMLElement>('[data-walletkit]')
    if (host) host.dir = 'rtl'
  })
  await visit.page.evaluate(
    (to) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.01', to } }),
    account(1),
  )
  await visit.page.evaluate(() => {
    const host = document.querySelector<HTMLElement>('[data-walletkit]')
    if (host) host.dir = 'rtl'
  })
  await visit.modal.locator('.pairs').waitFor()
  expect(await style(visit, '.view', '--from')).toBe('-8px')
  const order = await visit.modal.locator('.amount').evaluate((field) => getComputedStyle(field).direction)
  expect(order).toBe('ltr')
})
