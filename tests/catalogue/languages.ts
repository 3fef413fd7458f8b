/** The languages in which one state of each view is drawn. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from '../../cli/repo/run.ts'
import { readTexts } from '../../cli/stages/languages.ts'
import type { Messages } from '../../runtime/index.ts'
import type { Shot } from './states.ts'

/** Right to left, the longest words, and a pseudo-locale, in which untranslated English is visible. */
export const DRAWN_LANGUAGES = ['ar', 'de', 'en-XA'] as const

/** The states that stand for their views: `ready` if there is one, or else the first. */
export function mainShots(shots: readonly Shot[]): Shot[] {
  const isMain = ({ view, state }: Shot) =>
    state === (shots.find((each) => each.view === view && each.state === 'ready') ?? firstOf(shots, view))?.state
  return shots.filter(isMain)
}
const firstOf = (shots: readonly Shot[], of: string) => shots.find(({ view }) => view === of)

const read = new Map<string, Promise<Messages>>()

/** Shows all texts of the page in its language. Call it once the state is reached. */
export async function speak(page: Page, tag: string): Promise<void> {
  let words = read.get(tag)
  if (!words) read.set(tag, (words = allTexts(tag)))
  await page.evaluate((texts) => globalThis.speak(texts), await words)
}

async function allTexts(tag: string): Promise<Messages> {
  const ids = await readdir(join(ROOT, 'plugins'))
  return readTexts(
    tag,
    ids.map((id) => ({ folder: join(ROOT, 'plugins', id) })),
  )
}
