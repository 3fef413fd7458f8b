/**
 * Every existing plugin, broken at points of its lifecycle: the modal keeps working, and the error names the plugin. The list is
 * read from the folders, so that it includes new plugins automatically. The proof tries each plugin at each point; `npm test` tries
 * each plugin at three points, and each point with several plugins.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import type { AnyPlugin } from '../../runtime/contracts/definePlugin.ts'
import { expectFaults } from '../support/faults.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { brokenView, type Point, POINTS } from '../support/page/sabotage.ts'

const flow = useFlow()

const folder = new URL('../../plugins/', import.meta.url)
const all = await Promise.all(
  readdirSync(folder).map(async (id) => {
    const path = new URL(`${id}/index.ts`, folder).href
    return ((await import(path)) as { default: AnyPlugin }).default
  }),
)
const plugins = all.filter(({ available }) => available !== false)
const features = Object.fromEntries(plugins.map(({ feature }) => [feature, {}]))

/** The text after `Plugin "x" failed` in the error, which tells where. */
const WHERE: Record<Point, string> = {
  import: ' to load',
  manifest: ': its manifest has slots that are no object',
  setup: ' in setup',
  render: ' to draw',
  effect: ' to draw',
  event: '',
  async: ' in an unhandled rejection',
  teardown: ' to draw',
}
/** The text that replaces the view, and the error code. None if the view is still shown. */
const SAYS = (id: string): Partial<Record<Point, [says: RegExp, code: string]>> => {
  const setup: [RegExp, string] = [new RegExp(`The plugin \\W?${id}\\W? failed to start`), 'PLUGIN_FAILED']
  const view: [RegExp, string] = [/This screen failed/, 'VIEW_FAILED']
  return { import: setup, setup, render: view, effect: view }
}
/** The points whose errors nothing can catch, so that they are also the page's errors. */
const SEEN: readonly Point[] = ['event', 'async']

const named = async ({ page }: Visited, text: string) => {
  await page.waitForFunction((wanted) => errors.some(({ cause }) => cause === wanted), text)
}

it('finds the plugins', () => {
  expect(plugins.map(({ id }) => id)).toEqual(expect.arrayContaining(['send', 'receive']))
})

describe.each(plugins.map((plugin) => [plugin.id, plugin] as const))('%s, broken at', (id, plugin) => {
  const view = brokenView(plugin)
  const failure = `Plugin "${id}" failed`
  const others = plugins.filter((other) => other !== plugin).map(brokenView)

  /** Checks that the rest works: closing, opening, connecting, and other views (all, or one of them). */
  const survives = async (visit: Visited, point: Point) => {
    const { page, modal, button } = visit
    await button('Close').click()
    await modal.waitFor({ state: 'hidden' })
    const all = point === 'render' || point === 'teardown'
    await (all ? visit.connectInModal() : visit.connect())
    await visit.open()
    await button('Disconnect').waitFor()
    await page.evaluate(() => kit.open({ view: 'Networks' }))
    await button('Sandbox Two').waitFor()
    for (const other of all ? others : [others[POINTS.indexOf(point) % others.length] ?? '']) {
      await page.evaluate((name) => kit.open({ view: name }), other)
      await modal.locator('.view').locator('button, input, li').first().waitFor()
      expect(await modal.innerText()).not.toMatch(/could not be loaded|failed|Not available here/)
    }
  }

  const nth = plugins.indexOf(plugin)
  it.each(POINTS.filter((_, at) => inject('whole') || (at + nth) % 3 === 0))('%s', async (point) => {
    const visit = await flow.visit({ login: true, config: { features }, broken: { plugin: id, point } })
    const { page, modal, button } = visit
    const open = () => page.evaluate((name) => kit.open({ view: name }), view)
    await open()
    await modal.waitFor()
    if (point === 'event') await button('Break').click()
    if (point === 'teardown') {
      await modal.getByText('A broken end').waitFor()
      await page.evaluate(() => kit.open({ view: 'Networks' }))
      await button('Sandbox Two').waitFor()
    }
    await named(visit, failure + WHERE[point])
    if (point === 'manifest') await modal.getByText('Not available here').waitFor()
    const [says, code] = SAYS(id)[point] ?? []
    if (says) {
      await modal.getByText(says).waitFor()
      expect(await modal.innerText()).toContain('Everything else still works.')
      expect(await modal.innerText()).not.toMatch(/connection/)
      expect(await page.evaluate(() => errors.map(({ code }) => code))).toContain(code)
      // There was no earlier view, so Back leads to the modal's first view.
      await button('Go back').click()
      await button(/Test wallet/).waitFor()
      await open()
      await modal.getByText(says).waitFor()
    }
    await survives(visit, point)

    if (point === 'teardown') {
      const before = await page.evaluate(() => errors.length)
      await open()
      await modal.getByText('A broken end').waitFor()
      await page.evaluate(() => kit.destroy())
      await named(visit, `${failure} in teardown`)
      await page.waitForFunction((count) => errors.length >= count + 2, before)
      expect(await page.locator('[data-walletkit]').count()).toBe(0)
      await page.evaluate(() => walletkit.createWalletKit(walletkit.generated).open())
      // The page's next kit restores the session.
      await button('Disconnect').waitFor()
    }
    const causes = await page.evaluate(() => errors.map(({ cause }) => cause))
    // Another plugin that uses this one may say so too, if its API is gone.
    expect(causes.filter((cause) => !cause?.startsWith(`Plugin "${id}" `))).toEqual([])
    // Each rendered item of the plugin causes one error.
    if (SEEN.includes(point)) await expectFaults(visit, [`broken at ${point}`])
  })
})

it('a title that is no text keeps neither the view nor the modal from working', async () => {
  const visit = await flow.visit({ login: true, config: { features }, broken: { plugin: 'receive', point: 'title' } })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'WalletReceive' }))
  await visit.button(/Copy/).waitFor()
  await visit.button('Close').click()
  await visit.modal.waitFor({ state: 'hidden' })
})
