/** Sizes, themes, motion and toasts, as the browser computes them. */
import { devices } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookOf } from '../../cli/stages/look.ts'
import { TOAST_DURATION } from '../../runtime/state/showToast.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

const style = ({ modal }: Visited, property: string) =>
  modal.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
const overlay = ({ page }: Visited, property: string) =>
  page
    .locator('[data-walletkit] dialog')
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
const variables = ({ page }: Visited, values: Record<string, string>) =>
  page.evaluate((next) => kit.setThemeVariables(next), values)

it('is a card of 360 px in the middle of a desktop [S2.size.01]', async () => {
  const visit = await flow.visit()
  await visit.open()
  const box = await visit.modal.boundingBox()
  expect(box?.width).toBe(360)
  expect((box?.x ?? 0) * 2 + 360).toBe(1280)
})

it('is a sheet at the bottom of a phone', async () => {
  const visit = await flow.visit({ context: { viewport: { width: 390, height: 844 } } })
  await visit.open()
  const box = await visit.modal.boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
  expect(box?.y).toBeGreaterThan(200)
  await visit.page.mouse.click(195, 50)
  await visit.modal.waitFor({ state: 'hidden' })
})

it('is light, dark, or follows the visitor’s system [S2.theme.01] [S2.theme.02]', async () => {
  const LIGHT = ['rgb(255, 255, 255)', 'rgb(18, 20, 26)']
  const DARK = ['rgb(23, 24, 28)', 'rgb(243, 244, 246)']
  const visit = await flow.visit({ config: { theme: { mode: 'light' } }, context: { colorScheme: 'dark' } })
  const colours = async () => [await style(visit, 'background-color'), await style(visit, 'color')]
  await visit.open()
  expect(await colours()).toEqual(LIGHT)
  await visit.page.evaluate(() => kit.setThemeMode('dark'))
  expect(await colours()).toEqual(DARK)
  await visit.page.evaluate(() => kit.setThemeMode('light'))
  expect(await colours()).toEqual(LIGHT)
  await visit.page.evaluate(() => kit.setThemeMode('system'))
  expect(await colours()).toEqual(DARK)
  await visit.page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(colours).toEqual(LIGHT)
})

it('is dark from the first paint when the config says so', async () => {
  const visit = await flow.visit({ config: { theme: { mode: 'dark' } } })
  await visit.open()
  expect(await style(visit, 'background-color')).toBe('rgb(23, 24, 28)')
})

it('has the default z-index, sizes and font, and accepts others [S9.ui.01] [S9.ui.02] [S9.ui.03] [S9.ui.04]', async () => {
  const visit = await flow.visit()
  await visit.open()
  expect(await overlay(visit, 'z-index')).toBe('999')
  expect(await style(visit, '--wk-font-size-master')).toBe('10px')
  expect(await style(visit, '--wk-border-radius-master')).toBe('4px')
  expect(await style(visit, 'font-family')).toMatch(/^Inter\b/)
  const font = async () => parseFloat(await style(visit, 'font-size'))
  const radius = async () => parseFloat(await style(visit, 'border-top-left-radius'))
  const [size, corner] = [await font(), await radius()]
  await variables(visit, {
    '--wk-z-index': '5',
    '--wk-font-size-master': '11px',
    '--wk-border-radius-master': '2px',
    '--wk-font-family': 'Georgia, serif',
  })
  expect(await overlay(visit, 'z-index')).toBe('5')
  expect(await font()).toBeCloseTo(size * 1.1, 3)
  expect(await radius()).toBeCloseTo(corner / 2, 3)
  expect(await style(visit, 'font-family')).toMatch(/^Georgia/)
})

it('animates title, height and view with the specified durations [S9.anim.01] [S9.anim.02] [S9.anim.03]', async () => {
  const visit = await flow.visit({ context: { reducedMotion: 'no-preference' } })
  await visit.open()
  await visit.page.evaluate(() => {
    const moves: Record<string, number | string | null | undefined> = {}
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const note = (event: Event) => {
      const element = event.target as Element
      for (const move of element.getAnimations()) {
        const what = move instanceof CSSTransition ? move.transitionProperty : element.tagName
        moves[what] = move.effect?.getTiming().duration as number
      }
    }
    root?.addEventListener('animationstart', note)
    root?.addEventListener('transitionrun', note)
    Object.assign(globalThis, { moves })
  })
  await visit.button(/All Wallets/).click()
  const moves = () => visit.page.evaluate(() => (globalThis as unknown as { moves: Record<string, number> }).moves)
  await expect.poll(moves).toMatchObject({ H1: 120, height: 150, DIV: 150 })
})

it('does not animate when the visitor prefers reduced motion', async () => {
  const visit = await flow.visit({ context: { reducedMotion: 'reduce' } })
  await visit.open()
  await visit.button(/All Wallets/).click()
  await visit.title.filter({ hasText: 'All Wallets' }).waitFor()
  const moving = await visit.modal.evaluate((card) =>
    [...card.querySelectorAll('*')].flatMap((element) => {
      const { animationName, transitionProperty, transitionDuration } = getComputedStyle(element)
      const slides = /enter|drop|shake|turn/.test(animationName)
      return slides || (transitionProperty.includes('height') && transitionDuration !== '0s') ? [element.className] : []
    }),
  )
  expect(moving).toEqual([])
})

it('hides a toast after a while, but keeps one that shows work in progress [S3.toast.05]', async () => {
  const visit = await flow.visit({ probe: true })
  const toast = (text: string) => visit.modal.getByText(text, { exact: true })
  await visit.page.evaluate(() => kit.open({ view: 'Probe' }))
  await visit.modal.getByText('The probe is here').waitFor()
  await visit.page.clock.install()
  await visit.page.evaluate(() => probe.toast.success('All is well'))
  await toast('All is well').waitFor()
  await visit.page.clock.runFor(TOAST_DURATION - 500)
  expect(await toast('All is well').isVisible()).toBe(true)
  await visit.page.clock.runFor(1000)
  await toast('All is well').waitFor({ state: 'hidden' })
  await visit.page.evaluate(() => probe.toast.loading('Under way'))
  await toast('Under way').waitFor()
  await visit.page.clock.runFor(60_000)
  expect(await toast('Under way').isVisible()).toBe(true)
  await visit.page.evaluate(() => probe.toast.hide())
  await toast('Under way').waitFor({ state: 'hidden' })
})

it('works on a phone with a coarse pointer, by touch', async () => {
  const visit = await flow.visit({ context: { ...devices['Pixel 7'] } })
  await visit.page.locator('walletkit-button button').tap()
  await visit.modal.waitFor()
  await visit.button(/Test wallet/).tap()
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
})

it('has the tokens of the site’s preset and accent, in light and in dark, with the site’s variables above them', async () => {
  const look = lookOf({ preset: 'paper', accent: '#f5c400' })
  const variables = { '--wk-surface-1': '#fffff0' }
  const visit = await flow.visit({ ...(look && { look }), config: { theme: { mode: 'light', variables } } })
  await visit.open()
  const tokens = () =>
    visit.modal.evaluate((card) => {
      const style = getComputedStyle(card)
      return ['surface-0', 'surface-1', 'accent', 'on-accent'].map((name) => style.getPropertyValue(`--wk-${name}`))
    })
  expect(await tokens()).toEqual(['#fdfaf3', '#fffff0', '#f5c400', '#12141a'])
  expect(await style(visit, 'font-family')).toContain('Palatino')
  await visit.page.evaluate(() => kit.setThemeMode('dark'))
  expect(await tokens()).toEqual(['#1d1914', '#fffff0', '#f5c400', '#12141a'])
})
