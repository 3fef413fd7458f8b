/** Reads from an open page how accessible its view is: for screen readers, by keyboard, and on a touch screen. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { SIZES } from './shoot.ts'
import { settle } from './walk.ts'

export type Inspection = {
  /** The accessibility tree with roles, names and states, in Playwright's format. */
  tree: string
  /** The live regions, whose changes a screen reader announces: how urgent each is, and its present text. */
  live: readonly string[]
  /** The names of the elements that Tab reaches, in order. */
  focus: readonly string[]
  /** The elements whose pressable area is under 44 px wide or high on a phone, with its size. */
  small: readonly string[]
  /** The rules of axe that fail, each with the condition (such as dark) in which it does. */
  axe: readonly string[]
}

type Findings = { violations: { id: string; nodes: { html: string }[] }[] }
type Axe = {
  run: (context: unknown, options: object) => Promise<Findings>
  setup: (root: Element) => void
  teardown: () => void
  commons: { text: { accessibleText: (element: Element) => string } }
}
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** `window.axe`, which exists after the script has run. */
type WithAxe = { axe: Axe }
const CARD = { include: [{ fromShadowDom: ['[data-walletkit]', '.card'] }] }
/**
 * The options of axe, with an experimental rule for speech control: the name of a control contains its visible text
 * (WCAG 2.5.3).
 */
const RULES = {
  selectors: false,
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** The px that a target should have on a touch screen (WCAG 2.5.5). */
const TARGET = 44
/** The most presses of Tab, which show enough of the order in a long list. */
const PRESSES = 30

export async function inspect(page: Page): Promise<Inspection> {
  await page.setViewportSize(SIZES[1])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await settle(page)
  const card = page.locator('[data-walletkit] .card').filter({ visible: true })
  const tree = await stillTree(card)
  await page.evaluate(await source)
  // tsx wraps named functions in a helper `__name`, which the page does not have.
  await page.evaluate('globalThis.__name = (named) => named')
  const axe = [
    ...(await failing(page, 'light')),
    ...(await page.emulateMedia({ colorScheme: 'dark' }).then(() => failing(page, 'dark'))),
    ...(await turn(page).then(() => failing(page, 'right to left'))),
  ]
  await turn(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page)
  const [live, small] = [await liveRegions(page), await smallTargets(page)]
  return { tree, live, small, axe, focus: await focusOrder(page) }
}

/** The tree after it has stayed the same for a moment, because a view may still add rows. */
async function stillTree(card: Locator): Promise<string> {
  let tree = ''
  for (let tries = 0; tries < 10; tries++) {
    const now = await card.ariaSnapshot()
    if (now === tree) break
    tree = now
    await card.page().waitForTimeout(250)
  }
  return tree
}

/** Changes the modal's direction, left to right or right to left. */
const turn = (page: Page) =>
  page.locator('[data-walletkit]').evaluate((host: HTMLElement) => {
    host.dir = host.dir === 'rtl' ? 'ltr' : 'rtl'
  })

async function failing(page: Page, condition: string): Promise<string[]> {
  await settle(page)
  const { violations } = await page.evaluate(
    ([context, rules]) => (globalThis as unknown as WithAxe).axe.run(context, rules),
    [CARD, RULES] as const,
  )
  return violations.map(({ id, nodes }) => `${id} (${condition}): ${nodes.map(({ html }) => html).join(' ')}`)
}

const liveRegions = (page: Page) =>
  page.locator('[data-walletkit]').evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]') ?? [])]
      .filter((region) => region.checkVisibility())
      .map((region) => {
        const name = region.getAttribute('aria-label')
        const said = ((region as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim()
        return `${region.getAttribute('role') ?? region.getAttribute('aria-live')}: ${said || (name ? `(${name})` : '(empty)')}`
      }),
  )

const smallTargets = (page: Page) =>
  page.evaluate((least) => {
    const { axe } = globalThis as unknown as WithAxe
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const card = root?.querySelector('.card')
    if (!root || !card) return []
    // A press anywhere in a label reaches the label's control, except on a link or button in it.
    const isHit = (target: Element, x: number, y: number) => {
      const hit = root.elementFromPoint(x, y)
      const owner = hit?.closest('label, a, button')
      return target.contains(hit) || (owner instanceof HTMLLabelElement && owner.control === target)
    }
    /** The px from the centre in one direction within which a press reaches the target. */
    const reach = (target: Element, x: number, y: number, [dx, dy]: readonly [number, number]) => {
      let far = 0
      while (far < least && isHit(target, x + dx * (far + 1), y + dy * (far + 1))) far++
      return far
    }
    axe.setup(document.body)
    const found = [...card.querySelectorAll('button, a[href], input, [role=tab], [role=switch], [tabindex="0"]')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.closest('.sr, p, [inert]'))
      .flatMap((target) => {
        target.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = target.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (!isHit(target, x, y)) return []
        const across = reach(target, x, y, [1, 0]) + reach(target, x, y, [-1, 0]) + 1
        const down = reach(target, x, y, [0, 1]) + reach(target, x, y, [0, -1]) + 1
        return Math.min(across, down) < least
          ? [`${axe.commons.text.accessibleText(target)} ${Math.min(across, least)} × ${Math.min(down, least)}`]
          : []
      })
    axe.teardown()
    return found
  }, TARGET)

async function focusOrder(page: Page): Promise<string[]> {
  const names: string[] = []
  // Elements and not their places: a list that one scrolls grows, and moves what comes after it.
  const seen = await page.evaluateHandle(() => new WeakSet<Element>())
  await page
    .locator('[data-walletkit] .card')
    .filter({ visible: true })
    .evaluate((card: HTMLElement) => card.focus())
  for (let press = 0; press < PRESSES; press++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate((known) => {
      const { axe } = globalThis as unknown as WithAxe
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      const element = root?.activeElement
      if (!root || !(element instanceof HTMLElement) || known.has(element)) return undefined
      known.add(element)
      axe.setup(document.body)
      // axe joins the texts of a row without spaces, so read the text from the element unless it has a label.
      const isNamed = element.matches('[aria-label], [aria-labelledby]') || !element.innerText.trim()
      const name = isNamed ? axe.commons.text.accessibleText(element) : element.innerText.replace(/\s+/g, ' ').trim()
      axe.teardown()
      return name
    }, seen)
    // After the last control, the focus leaves the page, or begins again.
    if (text === undefined) return names
    names.push(text)
  }
  return [...names, '…']
}
