/** The page's connect button: the image, the balance and the states that are added once the modal's code is loaded. */
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const control = ({ page }: Visited) => page.locator('walletkit-button button').first()
/** The content that a style sheet adds before or after the text. */
const generated = (visit: Visited, place: '::before' | '::after') =>
  control(visit).evaluate((element, of) => {
    const { content, width, display, backgroundImage } = getComputedStyle(element, of)
    return { content, width: Number.parseFloat(width), display, pictures: backgroundImage.split('url("').length - 1 }
  }, place)
const attribute = (visit: Visited, name: string, value: string) =>
  visit.page.evaluate(
    ([key, text]) => document.querySelector('walletkit-button')?.setAttribute(key ?? '', text ?? ''),
    [name, value],
  )
const state = (visit: Visited) => control(visit).getAttribute('data-wk-state')
/** Connects by code, which does not load the modal, and hovers the button, which does. */
const connect = async (visit: Visited) => {
  await visit.connect()
  await control(visit).hover()
}

it('shows the picture of the account, and its balance where the page asks for it', async () => {
  const visit = await flow.visit()
  await attribute(visit, 'balance', 'show')
  await attribute(visit, 'size', 'large')
  await connect(visit)
  await expect.poll(() => state(visit)).toBe('account')
  expect(await control(visit).innerText()).toMatch(/^0xf39F/)
  expect(await generated(visit, '::before')).toMatchObject({ content: '"" / ""', pictures: 2 })
  await expect.poll(async () => (await generated(visit, '::after')).content).toMatch(/^"[\d,.]+ ETH"$/)
  expect(await control(visit).evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px')
  if (process.env['SHOTS']) await control(visit).screenshot({ path: `${process.env['SHOTS']}/button.png` })
  // On a narrow page, the balance is hidden.
  await visit.page.setViewportSize({ width: 360, height: 700 })
  expect((await generated(visit, '::after')).display).toBe('none')
})

it('asks for no balance that it does not show, and leaves the style of the page alone', async () => {
  const visit = await flow.visit()
  await visit.page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('button { font-size: 31px; display: block }')
    document.adoptedStyleSheets.push(sheet)
  })
  await connect(visit)
  await expect.poll(() => state(visit)).toBe('account')
  expect(await control(visit).getAttribute('data-wk-note')).toBeNull()
  expect(await control(visit).evaluate((element) => getComputedStyle(element).fontSize)).toBe('31px')
})

it('says that the network is not one of the page', async () => {
  const visit = await flow.visit()
  await connect(visit)
  await expect.poll(() => state(visit)).toBe('account')
  await visit.wallet('changeChain', 1)
  await expect.poll(() => state(visit)).toBe('unsupported')
  expect((await generated(visit, '::after')).content).toBe('"Switch Network"')
})

it('leaves the button of the networks as it is', async () => {
  const visit = await flow.visit()
  await connect(visit)
  const networks = visit.page.locator('walletkit-network-button button')
  await expect.poll(() => state(visit)).toBe('account')
  expect(await networks.getAttribute('data-wk')).toBeNull()
})

it('follows attributes that the page changes later', async () => {
  const visit = await flow.visit()
  await attribute(visit, 'label', 'Sign in')
  await expect.poll(() => control(visit).textContent()).toBe('Sign in')
  await attribute(visit, 'disabled', '')
  await expect.poll(() => control(visit).isDisabled()).toBe(true)
  await visit.page.evaluate(() => document.querySelector('walletkit-button')?.removeAttribute('disabled'))
  await connect(visit)
  await expect.poll(() => state(visit)).toBe('account')
  await attribute(visit, 'balance', 'show')
  await attribute(visit, 'size', 'large')
  await expect.poll(async () => (await generated(visit, '::after')).content).toMatch(/^"[\d,.]+ ETH"$/)
  expect(await control(visit).getAttribute('data-wk')).toBe('large')
})

it('shows the balance again when the visitor connects the same account once more', async () => {
  const visit = await flow.visit()
  await attribute(visit, 'balance', 'show')
  await connect(visit)
  const note = () => control(visit).getAttribute('data-wk-note')
  await expect.poll(note).toMatch(/ETH$/)
  await visit.page.evaluate(() => kit.disconnect())
  await expect.poll(note).toBeNull()
  // Return nothing: the test would read the returned account, and with it ask for its balance.
  await visit.page.evaluate(async () => void (await kit.connect('org.walletkit.test')))
  await expect.poll(note).toMatch(/ETH$/)
})
