/** Looks at what stands in the modal with axe-core. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visited } from './flow.ts'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Findings = { id: string; nodes: { html: string }[] }[]
type Result = { violations: Findings; passes: Findings }
declare global {
  var axe: { run: (context: unknown) => Promise<Result> }
}

/** Moving things are judged where they come to rest. */
const settle = ({ page }: Visited) =>
  page.evaluate(async () => {
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const moves = root?.getAnimations().filter((move) => move.effect?.getTiming().iterations !== Infinity) ?? []
    await Promise.all(moves.map((move) => move.finished.catch(() => undefined)))
  })

const judge = ({ violations, passes }: Result, what: string) => {
  expect(passes.find(({ id }) => id === 'button-name')?.nodes.length, `${what} was looked at`).toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, what).toEqual([])
}

/** No violation in the card as it is now; `what` is told when there is one. */
export async function check(visit: Visited, what: string) {
  await settle(visit)
  await visit.page.evaluate(await source)
  const card = () => axe.run({ include: [{ fromShadowDom: ['[data-walletkit]', '.card'] }] })
  judge(await visit.page.evaluate(card), what)
}

/** No violation in a whole document: another page, or a frame of this one. */
export async function checkPage(page: Page | Frame, what: string) {
  await page.evaluate(await source)
  judge(await page.evaluate(() => axe.run(document)), what)
}
