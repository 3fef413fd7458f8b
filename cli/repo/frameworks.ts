/**
 * `npm run frameworks`: builds, serves and visits the templates of frameworks, pages with older peer dependencies,
 * pages that moved from other libraries, and a page made by each package manager. It takes minutes, so it does not run
 * on every change.
 */
import { join } from 'node:path'
import { BROWSER_ADVICE, findTestChromium } from './browser.ts'
import { main, ROOT, run, say } from './run.ts'

main(async () => {
  const browser = await findTestChromium()
  if (!browser) {
    say(BROWSER_ADVICE)
    return 1
  }
  const { code } = await run(
    join(ROOT, 'node_modules/.bin/vitest'),
    ['run', '--project', 'frameworks', ...process.argv.slice(2)],
    { show: true, env: { ...process.env, WALLETKIT_CHROMIUM: browser } },
  )
  return code
})
