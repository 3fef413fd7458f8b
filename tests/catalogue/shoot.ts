/** Takes the pictures of a catalogue: each state in both themes and both sizes. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Fixture } from './states.ts'
import { type Failure, settle, type Stop, walk } from './walk.ts'

export const THEMES = ['light', 'dark'] as const
/** The size of a desktop, and of a narrow phone, on which the card is a bottom sheet. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

/** The number of pictures that `shoot` takes of a state. */
export const picturesOf = ({ tag }: Stop): number => (tag === undefined ? THEMES.length * SIZES.length : 1)

/**
 * Writes `<view>-<state>-<theme>-<width>.png` for each state in English, and `<view>-<state>-<language>.png`, light and on
 * a phone, for one in another language. Returns what failed.
 */
export async function shoot(
  browser: Browser,
  stops: readonly Stop[],
  { out, told }: { out: string; told: (stop: Stop) => void },
): Promise<Failure[]> {
  await mkdir(out, { recursive: true })
  const look = async (page: Page, { shot, tag }: Stop) => {
    await rest(page)
    const name = join(out, `${shot.view}-${shot.state}`)
    const view = { page, show: shot.show }
    return tag === undefined ? takeAll(view, name) : takeOne(view, `${name}-${tag}.png`, SIZES[1], 'light')
  }
  return walk(browser, stops, { told, look })
}

/** In ms: between two pictures that are compared, and without an answer before the first one, and at most until it. */
const [PAUSE, REST, LONGEST] = [60, 400, 1_000]
const TRIES = 20

type View = { page: Page; show: Fixture['show'] }

async function takeAll(view: View, name: string) {
  for (const size of SIZES)
    for (const theme of THEMES) await takeOne(view, `${name}-${theme}-${size.width}.png`, size, theme)
}

async function takeOne(
  { page, show }: View,
  path: string,
  size: (typeof SIZES)[number],
  theme: (typeof THEMES)[number],
) {
  // Move the pointer away, so that no row has its hover style.
  await page.mouse.move(0, 0)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await show?.(page)
  await settle(page)
  await writeFile(path, await steadyPicture(page))
}

/**
 * Waits until no answer has come for a while: a fixture waits for what it is about, but a fee or a picture may be new in
 * the view after that. What confirms is disabled for its first half second.
 */
async function rest(page: Page) {
  let last = performance.now()
  const began = last
  const note = () => void (last = performance.now())
  page.on('requestfinished', note)
  while (performance.now() - last < REST && performance.now() - began < LONGEST) await page.waitForTimeout(PAUSE)
  page.off('requestfinished', note)
}

/** A picture that is the same twice in a row: images may come late, and Chromium draws a scaled one in two passes. */
async function steadyPicture(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
  let last = await take()
  for (let tries = 0; tries < TRIES; tries++) {
    await page.waitForTimeout(PAUSE)
    const next = await take()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('The view does not keep still')
}
