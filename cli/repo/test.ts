/**
 * `npm test`: everything that must hold before a change lands, in the order in which it fails fastest. Each step brings
 * what it needs or is reported as *not run*, with the command that would bring it; then the exit code is 1 unless
 * `--allow-missing` is given.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER_ADVICE, findTestChromium } from './browser.ts'
import { findRedis, REDIS_ADVICE } from './redis.ts'
import { main, ROOT, run, say } from './run.ts'
import { forgetReport, readReport, reportTo } from './testReport.ts'

type Outcome = 'passed' | 'failed' | 'not run'
type Step = {
  name: string
  command: [string, ...string[]]
  browser?: true
  /** Its tests start a Redis; without one they fail. */
  redis?: true
  /** Leaves a report of its files and of the tests that it left out. */
  reports?: true
  /** Reads files and nothing else, on one core: runs beside another such step. */
  beside?: true
}
type Result = { name: string; outcome: Outcome; seconds: number }

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const tests = (name: string, ...more: string[]): Pick<Step, 'name' | 'command' | 'reports'> => {
  const projects = [name, ...more].flatMap((project) => ['--project', project])
  return { name, command: [bin('vitest'), 'run', ...projects, ...reportTo(name)], reports: true }
}

const STEPS: Step[] = [
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'], beside: true },
  {
    name: 'types',
    command: [process.execPath, join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', 'tsconfig.json'],
    beside: true,
  },
  { name: 'lint', command: [bin('eslint'), '.'], beside: true },
  { name: 'typed-lint', command: [bin('oxlint'), '--quiet'], beside: true },
  { name: 'unused', command: [bin('knip')], beside: true },
  // What nothing but tests uses is no part of the product, and proves nothing of it.
  { name: 'tests-only', command: [bin('knip'), '--production'], beside: true },
  {
    name: 'requirements',
    command: [process.execPath, '--import', 'tsx', join(ROOT, 'cli/repo/requirements.ts')],
    beside: true,
  },
  { ...tests('unit', 'relay'), redis: true },
  tests('architecture'),
  { ...tests('packages'), browser: true },
  { ...tests('flows'), browser: true },
]

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'allow-missing': { type: 'boolean', default: false } },
  })
  const chosen = positionals.length ? STEPS.filter(({ name }) => positionals.includes(name)) : STEPS
  const browser = chosen.some((step) => step.browser) ? await findTestChromium() : undefined
  const needsRedis = chosen.some((step) => step.redis)
  const redis = needsRedis ? await findRedis() : undefined
  if (needsRedis && !redis) say(`· no Redis: its tests will fail. ${REDIS_ADVICE}`)
  await mkdir(join(ROOT, '.cache'), { recursive: true })

  const env = {
    ...process.env,
    ...(browser ? { WALLETKIT_CHROMIUM: browser } : {}),
    ...(redis ? { WALLETKIT_REDIS: redis } : {}),
  }
  const one = async ({ name, command: [file, ...args], browser: needs, beside, reports }: Step): Promise<Result> => {
    if (needs && !browser) return { name, outcome: 'not run', seconds: 0 }
    say(`· ${name} …`)
    if (reports) await forgetReport(name)
    const started = performance.now()
    // What runs beside another step is shown as a whole when it ends.
    const { code, stdout, stderr } = await run(file, args, { show: !beside, env })
    if (beside) process.stderr.write(stdout + stderr)
    const seconds = (performance.now() - started) / 1000
    if (beside) say(`  ${name}: ${seconds.toFixed(1)} s`)
    return { name, outcome: code === 0 ? 'passed' : 'failed', seconds }
  }

  const started = performance.now()
  const results = await inLanes(
    chosen.filter((step) => step.beside),
    2,
    one,
  )
  for (const step of chosen.filter((each) => !each.beside)) results.push(await one(step))

  say('')
  for (const { name, outcome, seconds } of results)
    say(`  ${outcome.padEnd(8)} ${name.padEnd(14)} ${seconds.toFixed(1)} s`)
  say(`  together ${((performance.now() - started) / 60_000).toFixed(1)} min`)
  for (const { name } of chosen.filter(({ reports }) => reports)) await tell(name)
  const missing = results.some(({ outcome }) => outcome === 'not run')
  if (missing) say(`\nNot run: no browser. ${BROWSER_ADVICE}`)
  const failed = results.some(({ outcome }) => outcome === 'failed')
  return failed || (missing && !values['allow-missing']) ? 1 : 0
})

/** Where a step's time went, what it left out, and what failed: of a long log often only the end is kept. */
async function tell(step: string): Promise<void> {
  const { files, skipped, failed } = (await readReport(step)) ?? { files: [], skipped: [], failed: [] }
  if (files.length) say(`\n  ${step}: the slowest files`)
  for (const { path, seconds } of files.slice(0, 5)) say(`  ${seconds.toFixed(1).padStart(7)} s  ${path}`)
  for (const name of skipped) say(`  not run  ${name}`)
  for (const name of failed) say(`  failed   ${name}`)
}

/** Works through the list, so many at a time; the results are in the list's order. */
async function inLanes<T, R>(list: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const open = [...list.entries()]
  const lane = async () => {
    for (let next = open.shift(); next; next = open.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
