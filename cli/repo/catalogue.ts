/**
 * `npm run catalogue -- --out DIR`: takes screenshots of every view in every state, light and dark, as a bottom sheet
 * and on a desktop, and one of each view in some other languages. `--view NAME`, `--state NAME` and `--language TAG`
 * restrict the screenshots to one view, state or language. `--a11y` takes no screenshots, but writes what assistive
 * technology finds in each view.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { readAccessibility, writeDocument } from '../../tests/catalogue/a11y.ts'
import { DRAWN_LANGUAGES, mainShots } from '../../tests/catalogue/languages.ts'
import { picturesOf, shoot } from '../../tests/catalogue/shoot.ts'
import { shotsOf } from '../../tests/catalogue/states.ts'
import { catalogue } from '../../tests/catalogue/views/index.ts'
import type { Failure, Stop as Place } from '../../tests/catalogue/walk.ts'
import { BROWSER_ADVICE, findChromium, launch } from './browser.ts'
import { main, ROOT, say, Stop } from './run.ts'

const text = { type: 'string' } as const
const OPTIONS = { out: text, view: text, state: text, language: text, a11y: { type: 'boolean' } } as const

main(async () => {
  const { values } = parseArgs({ options: OPTIONS })
  const path = await findChromium()
  if (!path) throw new Stop(`No browser to draw with. ${BROWSER_ADVICE}`)
  const browser = await launch(path)
  try {
    return values.a11y ? await write(browser) : await draw(browser, placesOf(values), values.out)
  } finally {
    await browser.close()
  }
})

type Wanted = { view?: string | undefined; state?: string | undefined; language?: string | undefined }

function placesOf({ view, state, language }: Wanted): Place[] {
  const all = shotsOf(catalogue)
  const english = language === undefined || language === 'en' ? all.map((shot) => ({ shot })) : []
  const others = DRAWN_LANGUAGES.filter((tag) => language === undefined || language === tag).flatMap((tag) =>
    mainShots(all).map((shot) => ({ shot, tag })),
  )
  const places = [...english, ...others].filter(
    ({ shot }) => (!view || shot.view === view) && (!state || shot.state === state),
  )
  if (!places.length) throw new Stop('No view has this name, state and language: see tests/catalogue.')
  return places
}

const nameOf = ({ shot: { view, state }, tag }: Place) => [view, state, tag].filter(Boolean).join(' ')
const told = (place: Place) => say(`· ${nameOf(place)}`)
const tell = (failures: readonly Failure[]) => {
  for (const failure of failures) say(`\n${nameOf(failure)} failed: ${failure.reason}`)
  return failures.length ? 1 : 0
}

async function draw(browser: Browser, places: readonly Place[], to: string | undefined): Promise<number> {
  const out = to ?? join(ROOT, '.cache', 'pictures')
  const started = performance.now()
  const failures = await shoot(browser, places, { out, told })
  const count = (list: readonly Place[]) => list.reduce((sum, place) => sum + picturesOf(place), 0)
  const code = tell(failures)
  say(
    `\n${count(places) - count(failures)} pictures in ${out}, in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  return code
}

/** Writes the document only if every view could be read. */
async function write(browser: Browser): Promise<number> {
  const read = await readAccessibility(browser, told)
  if (!read.failures.length) await writeDocument(read.text)
  return tell(read.failures)
}
