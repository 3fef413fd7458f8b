/**
 * `npm run engines [-- webkit firefox] [--allow-missing]`: runs the same built page in Chromium, Firefox and WebKit
 * (tests/engines), in two of them at a time. An engine that cannot be found or installed is reported as *not run*, with
 * the command that installs it; the exit code is then 1 unless `--allow-missing` is given.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ENGINE_ADVICE, ENGINES, findEngine, type EngineName } from './engines/find.ts'
import { table } from './engines/table.ts'
import { main, ROOT, run, say, Stop } from './run.ts'
import { forgetReport, readTests, reportTo } from './testReport.ts'

const REPORT = 'engines'

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'allow-missing': { type: 'boolean', default: false } },
  })
  const unknown = positionals.filter((name) => !ENGINES.includes(name as EngineName))
  if (unknown.length) throw new Stop(`No engine is called ${unknown.join(', ')}: there are ${ENGINES.join(', ')}.`)
  const wanted = ENGINES.filter((name) => !positionals.length || positionals.includes(name))
  const missing: EngineName[] = []
  // `WALLETKIT_NO_APT` keeps the tests from trying again to install an engine that could not be installed here.
  const env: NodeJS.ProcessEnv = { ...process.env, WALLETKIT_NO_APT: '1' }
  for (const name of wanted) {
    const path = await findEngine(name)
    if (path) env[`WALLETKIT_${name.toUpperCase()}`] = path
    else missing.push(name)
  }
  const found = wanted.filter((name) => !missing.includes(name))

  let failed = false
  if (found.length) {
    const started = performance.now()
    await mkdir(join(ROOT, '.cache'), { recursive: true })
    await forgetReport(REPORT)
    const files = found.map((name) => `tests/engines/${name}.test.ts`)
    const args = ['run', '--project', 'engines', ...files, ...reportTo(REPORT)]
    const { code } = await run(join(ROOT, 'node_modules/.bin/vitest'), args, { show: true, env })
    const rows = await readTests(REPORT)
    failed = code !== 0 || !found.every((engine) => rows.some(({ group }) => group === engine))
    say(`\n${table(rows, found)}`)
    say(`  with the build ${((performance.now() - started) / 60_000).toFixed(1)} min`)
  }
  for (const name of missing) say(`\nNot run: ${name}. ${ENGINE_ADVICE[name]}.`)
  return failed || (missing.length && !values['allow-missing']) ? 1 : 0
})
