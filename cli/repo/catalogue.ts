/**
 * `npm run catalogue -- --out DIR`: takes screenshots of every view in every state, light and dark, as a bottom sheet
 * and on a desktop, and one of each view in some other languages. `--view NAME`, `--state NAME` and `--language TAG`
 * restrict the screenshots to one view, state or language. `--twice` takes them again, and fails if any differ.
 * `--a11y` takes no screenshots, but writes what assistive technology finds in each view.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
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
const flag = { type: 'boolean' } as const
const OPTIONS = { out: text, view: text, state: text, language: text, twice: flag, a11y: flag } as const

/** Flags with which Chromium scales pictures the same each time, by one thread of the processor and in whole tiles. */
const STEADY = ['--disable-gpu', '--num-raster-threads=1', '--disable-partial-raster']

main(async () => {
  const { values } = parseArgs({ options: OPTIONS })
  const path = await findChromium()
  if (!path) throw new Stop(`No browser to draw with. ${BROWSER_ADVICE}`)
  const browser = await launch(path, { args: STEADY })
  try {
    if (values.a11y) return await write(browser)
    const out = values.out ?? join(ROOT, '.cache', 'pictures')
    const code = await draw(browser, placesOf(values), out)
    return values.twice && code === 0 ? await drawAgain(browser, placesOf(values), out) : code
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

async function draw(browser: Browser, places: readonly Place[], out: string): Promise<number> {
  const started = performance.now()
  const failures = await shoot(browser, places, { out, told })
  const count = (list: readonly Place[]) => list.reduce((sum, place) => sum + picturesOf(place), 0)
  const code = tell(failures)
  say(
    `\n${count(places) - count(failures)} pictures in ${out}, in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  return code
}

/** Draws everything once more beside `out`, and names the pictures that are not the same, byte by byte. */
async function drawAgain(browser: Browser, places: readonly Place[], out: string): Promise<number> {
  const again = `${out}.again`
  await rm(again, { recursive: true, force: true })
  const code = await draw(browser, places, again)
  const names = await readdir(again)
  const read = (folder: string, name: string) => readFile(join(folder, name))
  const differing: string[] = []
  for (const name of names) if (!(await read(out, name)).equals(await read(again, name))) differing.push(name)
  for (const name of differing) say(`${name} differs`)
  say(`${names.length - differing.length} of ${names.length} pictures are the same twice`)
  return differing.length ? 1 : code
}

/** Writes the document only if every view could be read. */
async function write(browser: Browser): Promise<number> {
  const read = await readAccessibility(browser, told)
  if (!read.failures.length) await writeDocument(read.text)
  return tell(read.failures)
}
