/**
 * `npm run catalogue -- --out DIR`: takes a screenshot of every view in every state, light and dark, as a bottom sheet
 * and on a desktop. `--view NAME` draws one view, `--state NAME` one state.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shoot, SIZES, THEMES } from '../../tests/catalogue/shoot.ts'
import { shotsOf } from '../../tests/catalogue/states.ts'
import { catalogue } from '../../tests/catalogue/views/index.ts'
import { BROWSER_ADVICE, findChromium, launch } from './browser.ts'
import { main, ROOT, say, Stop } from './run.ts'

main(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, view: { type: 'string' }, state: { type: 'string' } },
  })
  const out = values.out ?? join(ROOT, '.cache', 'pictures')
  const shots = shotsOf(catalogue).filter(
    ({ view, state }) => (!values.view || view === values.view) && (!values.state || state === values.state),
  )
  if (!shots.length) throw new Stop('No view has this name and state: see tests/catalogue/views.')
  const path = await findChromium()
  if (!path) throw new Stop(`No browser to draw with. ${BROWSER_ADVICE}`)
  const browser = await launch(path)
  try {
    const started = performance.now()
    const failures = await shoot(browser, shots, { out, told: ({ view, state }) => say(`· ${view} ${state}`) })
    for (const { shot, reason } of failures) say(`\n${shot.view} ${shot.state} failed: ${reason}`)
    const pictures = (shots.length - failures.length) * THEMES.length * SIZES.length
    say(`\n${pictures} pictures in ${out}, in ${Math.round((performance.now() - started) / 1000)} s`)
    return failures.length ? 1 : 0
  } finally {
    await browser.close()
  }
})
