/** Checks the contents of the modal with axe-core. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visited } from './flow.ts'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Findings = { id: string; nodes: { html: string }[] }[]
type Result = { violations: Findings; passes: Findings }
declare global {
  var axe: { run: (context: unknown, options: object) => Promise<Result> }
}

/** Waits until all animations have ended. A new element starts its animation one frame later. */
const settle = ({ page }: Visited) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    for (let moves: Animation[] | undefined; moves?.length !== 0;) {
      await frame()
      await frame()
      moves = root?.getAnimations().filter((move) => move.effect?.getTiming().iterations !== Infinity) ?? []
      await Promise.all(moves.map((move) => move.finished.catch(() => undefined)))
    }
  })

/**
 * Report violations only, without selectors: building a selector for each element that passes takes longer than the
 * rules themselves.
 */
const OPTIONS = { resultTypes: ['violations'], selectors: false }
/**
 * For the second theme: the rules that depend on colours, and `button-name`, which shows that elements were examined.
 */
const COLOURS = { ...OPTIONS, runOnly: ['color-contrast', 'link-in-text-block', 'button-name'] }

/** Runs axe-core on a part of the page, or on the whole page when no part is given. */
async function look(page: Page | Frame, what: string, options: object, context?: object, rule = 'button-name') {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(await source)
  const run = ([part, rules]: readonly [object | undefined, object]) => axe.run(part ?? document, rules)
  const { violations, passes } = await page.evaluate(run, [context, options] as const)
  expect(passes.find(({ id }) => id === rule)?.nodes.length, `${what} was looked at`).toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, what).toEqual([])
}

/** Expects no violation in the card as it is now; `what` appears in the failure message. */
export async function check(visit: Visited, what: string, options: object = OPTIONS) {
  await settle(visit)
  await look(visit.page, what, options, { include: [{ fromShadowDom: ['[data-walletkit]', '.card'] }] })
}

/** Expects no violation in the card, in the light and in the dark theme. */
export async function checkThemes(visit: Visited, what: string) {
  await check(visit, `${what}, light`)
  await visit.page.evaluate(() => kit.setThemeMode('dark'))
  await check(visit, `${what}, dark`, COLOURS)
  await visit.page.evaluate(() => kit.setThemeMode('light'))
}

/** Expects no violation in a whole document: another page, or a frame of this one. */
export const checkPage = (page: Page | Frame, what: string) => look(page, what, OPTIONS)

/** Expects no violation in a whole document that has no buttons. */
export const checkDocument = (page: Page, what: string) => look(page, what, OPTIONS, undefined, 'document-title')
