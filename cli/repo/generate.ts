/** `npm run generate`: the schema, its types and the network table, from their sources. */
import { join } from 'node:path'
import { main, ROOT, run } from './run.ts'

main(async () => {
  const { code } = await run(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'schema/generate.ts'), ...process.argv.slice(2)],
    { show: true },
  )
  return code
})
