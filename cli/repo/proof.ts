/** `npm run proof`: runs the long test suites (tests/proof), which `npm test` leaves out. */
import { join } from 'node:path'
import { main, ROOT, run } from './run.ts'

main(async () => {
  const { code } = await run(
    join(ROOT, 'node_modules/.bin/vitest'),
    ['run', '--project', 'proof', ...process.argv.slice(2)],
    { show: true },
  )
  return code
})
