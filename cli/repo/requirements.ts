/**
 * `npm run requirements [-- --area S2 --part plugins/swaps --list]`: shows which rows of `tests/requirements.tsv` the
 * tests prove. A test names its rows in its title, for example `[S2.open.03]`. Exits with 1 if a row is
 * named by no test that runs walletkit's code, or if a title names rows wrongly, for example one that does not exist.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { coverage } from './requirements/coverage.ts'
import { deadExports } from './requirements/dead.ts'
import { namedIn } from './requirements/named.ts'
import { readTable, type Requirement, TABLE } from './requirements/table.ts'
import { main, ROOT, say } from './run.ts'

main(async () => {
  const { values } = parseArgs({
    options: { area: { type: 'string' }, part: { type: 'string' }, list: { type: 'boolean' } },
  })
  const [rows, dead, entries] = await Promise.all([
    readTable(),
    deadExports(),
    readdir(join(ROOT, 'tests'), { recursive: true }),
  ])
  const files = entries
    .filter((path) => /\.test(-d)?\.tsx?$/.test(path))
    .map((path) => `tests/${path}`.replaceAll('\\', '/'))
  const texts = await Promise.all(files.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const))
  const { proved, open, faults } = coverage(
    rows,
    texts.flatMap(([path, text]) => namedIn(path, text, dead)),
  )

  const wanted = ({ id, part }: Requirement) =>
    id.startsWith(`${values.area ?? 'S'}`) && part.startsWith(values.part ?? '')
  const mine = rows.filter(wanted)
  for (const { id, part, requirement, check } of values.list ? mine : open.filter(wanted))
    process.stdout.write(`${id}\t${part}\t${requirement}\t${check}\n`)
  for (const part of new Set(mine.map((row) => row.part))) {
    const [done, all] = [proved, mine].map((list) => list.filter((row) => wanted(row) && row.part === part).length)
    say(`  ${part.padEnd(24)} ${String(done).padStart(4)} of ${all}`)
  }
  for (const fault of faults) say(fault)
  say(`${proved.filter(wanted).length} of ${mine.length} rows of ${TABLE} are proved by ${files.length} files of tests`)
  return open.length || faults.length ? 1 : 0
})
