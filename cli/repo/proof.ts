/**
 * `npm run proof`: runs the long test suites (tests/proof, and some flows in full), which `npm test` leaves out. Suites
 * that measure time run last, one by one. Arguments are vitest's, for example the name of a file.
 */
import { join } from 'node:path'
import { main, ROOT, run } from './run.ts'

main(async () => {
  const { code } = await run(
    join(ROOT, 'node_modules/.bin/vitest'),
    ['run', '--project', 'proof', '--project', 'timed', ...process.argv.slice(2)],
    { show: true },
  )
  return code
})
