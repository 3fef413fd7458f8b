/** Several kits, and several copies of the library, in one page. */
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

declare global {
  var second: typeof kit
  var copy: typeof kit
}

const cards = ({ page }: Visited) => page.locator('[data-walletkit] .card').filter({ visible: true })
const overflow = ({ page }: Visited) => page.evaluate(() => document.documentElement.style.overflow)
const addSecond = ({ page }: Visited) =>
  page.evaluate(() => {
    globalThis.second = walletkit.createWalletKit(walletkit.generated)
  })
/** Loads the built page's script again from other URLs, which creates a copy of every module. */
const addCopy = async ({ page }: Visited) => {
  const entry = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
  const { origin, pathname } = new URL(entry)
  await page.evaluate(`(async () => {
    const first = { kit, walletkit, events, errors }
    await import(${JSON.stringify(`${origin}/copy${pathname}`)})
    globalThis.copy = kit
    Object.assign(globalThis, first)
  })()`)
}

it('opens one modal at a time, and unlocks the page with the last one', async () => {
  const visit = await flow.visit()
  await addSecond(visit)
  await visit.open()
  expect(await overflow(visit)).toBe('hidden')
  await visit.page.evaluate(() => second.open())
  await expect.poll(() => visit.page.evaluate(() => [kit.isOpen(), second.isOpen()])).toEqual([false, true])
  await expect.poll(() => cards(visit).count()).toBe(1)
  expect(await overflow(visit)).toBe('hidden')
  await visit.page.keyboard.press('Escape')
  await expect.poll(() => cards(visit).count()).toBe(0)
  expect(await visit.page.evaluate(() => [kit.isOpen(), second.isOpen()])).toEqual([false, false])
  expect(await overflow(visit)).toBe('')
  await visit.page.evaluate(() => Promise.all([kit.open(), second.open(), kit.close(), second.close()]))
  await expect.poll(() => overflow(visit)).toBe('')
})

it('does not shift the page when it locks scrolling', async () => {
  const visit = await flow.visit()
  await visit.page.evaluate(() => {
    document.body.style.height = '4000px'
    scrollTo(0, 500)
  })
  const place = () => visit.page.evaluate(() => [scrollY, document.querySelector('h1')?.getBoundingClientRect().top])
  const before = await place()
  await visit.open()
  await visit.page.mouse.wheel(0, 300)
  expect(await place()).toEqual(before)
  await visit.page.keyboard.press('Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await place()).toEqual(before)
  await visit.page.mouse.wheel(0, 300)
  await expect.poll(() => visit.page.evaluate(() => scrollY)).toBe(800)
})

it('keeps two kits apart: state, config, views', async () => {
  const visit = await flow.visit()
  await addSecond(visit)
  await visit.page.evaluate(() => {
    kit.setThemeMode('dark')
    kit.updateFeatures({ allWallets: 'HIDE' })
  })
  expect(await visit.page.evaluate(() => [kit.getThemeMode(), second.getThemeMode()])).toEqual(['dark', 'light'])
  await visit.page.evaluate(() => kit.open())
  await cards(visit).waitFor()
  expect(await cards(visit).getByText('All Wallets').count()).toBe(0)
  await visit.page.evaluate(() => second.open())
  await cards(visit).getByText('All Wallets').waitFor()
  await cards(visit)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await visit.page.waitForFunction(() => second.getAccount().status === 'connected')
  expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('disconnected')
})

it('works in two copies of the library, each with its own modal', async () => {
  const visit = await flow.visit()
  await addCopy(visit)
  expect(await visit.page.evaluate(() => kit !== copy)).toBe(true)
  for (const name of ['kit', 'copy'] as const) {
    await visit.page.evaluate((which) => globalThis[which].open(), name)
    await cards(visit).waitFor()
    await cards(visit)
      .getByRole('button', { name: /All Wallets/ })
      .click()
    await cards(visit).getByRole('heading', { name: 'All Wallets' }).waitFor()
    expect(await overflow(visit)).toBe('hidden')
    await visit.page.keyboard.press('Escape')
    await expect.poll(() => cards(visit).count()).toBe(0)
    expect(await overflow(visit)).toBe('')
  }
  await visit.page.evaluate(() => kit.open())
  await cards(visit).waitFor()
  await visit.page.evaluate(() => copy.open())
  await expect.poll(() => visit.page.evaluate(() => [kit.isOpen(), copy.isOpen()])).toEqual([false, true])
  await expect.poll(() => cards(visit).count()).toBe(1)
  await cards(visit)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await visit.page.waitForFunction(() => copy.getAccount().status === 'connected')
  await expect.poll(() => overflow(visit)).toBe('')
})

it('leaks nothing after many rounds, and leaves nothing once destroyed', async () => {
  const visit = await flow.visit()
  const listeners = () =>
    visit.page.evaluate(() => {
      const counts = (globalThis as unknown as { counts: { added: number; removed: number } }).counts
      return counts.added - counts.removed
    })
  await visit.page.evaluate(() => {
    const counts = { added: 0, removed: 0 }
    Object.assign(globalThis, { counts })
    const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
    if (!provider) return
    const { on, removeListener } = provider
    provider.on = (...rest) => (counts.added++, on(...rest))
    provider.removeListener = (...rest) => (counts.removed++, removeListener(...rest))
  })
  const round = async () => {
    await visit.connectInModal()
    await visit.page.evaluate(() => kit.disconnect())
    await visit.status('disconnected')
  }
  await round()
  const nodes = () => visit.page.evaluate(() => document.querySelectorAll('*').length)
  const inside = () => visit.modal.evaluate((card) => card.querySelectorAll('*').length)
  const before = [await nodes(), await listeners()]
  // Open the modal, and wait for the number of wallets, which comes later than the rows.
  const openWhole = async () => {
    await visit.open()
    await visit.modal
      .getByText(/^\d+\+$/)
      .first()
      .waitFor()
  }
  await openWhole()
  const drawn = await inside()
  await visit.page.evaluate(() => kit.close())
  for (let count = 0; count < 4; count++) await round()
  expect([await nodes(), await listeners()]).toEqual(before)
  expect(await listeners()).toBe(0)
  expect(await visit.page.evaluate(() => (globalThis as unknown as { counts: { added: number } }).counts.added)).toBe(
    15,
  )
  await openWhole()
  expect(await inside()).toBe(drawn)
  await visit.page.evaluate(() => kit.destroy())
  expect(await visit.page.locator('[data-walletkit]').count()).toBe(0)
  expect(await overflow(visit)).toBe('')
})
