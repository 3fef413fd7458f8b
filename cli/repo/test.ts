/**
 * `npm test`: every check that a change must pass, fastest failures first. If no browser can be found or installed, the
 * steps that need one are reported as *not run*, with the command that installs it; the exit code is then 1 unless
 * `--allow-missing` is given. Without Redis, the tests that need it fail.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER_ADVICE, findTestChromium } from './browser.ts'
import { findRedis, REDIS_ADVICE } from './redis.ts'
import { main, ROOT, run, say, Stop } from './run.ts'
import { findSoftHsm, SOFTHSM_ADVICE } from './softHsm.ts'
import { forgetReport, readReport, reportTo } from './testReport.ts'

type Outcome = 'passed' | 'failed' | 'not run'
type Step = {
  name: string
  command: [string, ...string[]]
  browser?: true
  /** The step's tests start a Redis server, and fail without one. */
  redis?: true
  /** The step writes a report. Its slowest files, its skipped tests and its failures are printed at the end. */
  reports?: true
  /** The step only reads files, on one core, so it can run in parallel with another such step. */
  beside?: true
}
type Result = { name: string; outcome: Outcome; seconds: number }

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const tests = (name: string, ...options: string[]): Pick<Step, 'name' | 'command' | 'reports'> => {
  return { name, command: [bin('vitest'), 'run', '--project', name, ...options, ...reportTo(name)], reports: true }
}
/**
 * For tests that spend a fifth of their time waiting: for a process, a block, or a timer of walletkit. With a third
 * worker they keep two cores busy.
 */
const WAITING = '--maxWorkers=3'

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
  // In production mode knip ignores the tests, so it reports the code that only tests use. Such code must be removed.
  { name: 'tests-only', command: [bin('knip'), '--production'], beside: true },
  {
    name: 'requirements',
    command: [process.execPath, '--import', 'tsx', join(ROOT, 'cli/repo/requirements.ts')],
    beside: true,
  },
  { ...tests('unit', '--project', 'relay', WAITING), redis: true },
  tests('architecture'),
  { ...tests('packages'), browser: true },
  { ...tests('flows', WAITING), browser: true },
]

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'allow-missing': { type: 'boolean', default: false } },
  })
  const names = STEPS.map(({ name }) => name)
  const unknown = positionals.filter((each) => !names.includes(each))
  if (unknown.length) throw new Stop(`No step is called ${unknown.join(', ')}: there are ${names.join(', ')}.`)
  const chosen = positionals.length ? STEPS.filter(({ name }) => positionals.includes(name)) : STEPS
  const browser = chosen.some((step) => step.browser) ? await findTestChromium() : undefined
  const needsRedis = chosen.some((step) => step.redis)
  const redis = needsRedis ? await findRedis() : undefined
  if (needsRedis && !redis) say(`· no Redis: its tests will fail. ${REDIS_ADVICE}`)
  if (needsRedis && !(await findSoftHsm())) say(`· no SoftHSM: the tests of an HSM are not run. It ${SOFTHSM_ADVICE}`)
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
    // Steps that run in parallel show their output when they end, so that it does not mix.
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

/**
 * Prints a step's slowest files, skipped tests and failures at the end, because a CI often keeps only the end of a long
 * log.
 */
async function tell(step: string): Promise<void> {
  const { files, skipped, failed } = (await readReport(step)) ?? { files: [], skipped: [], failed: [] }
  if (files.length) say(`\n  ${step}: the slowest files`)
  for (const { path, seconds } of files.slice(0, 5)) say(`  ${seconds.toFixed(1).padStart(7)} s  ${path}`)
  for (const name of skipped) say(`  not run  ${name}`)
  for (const name of failed) say(`  failed   ${name}`)
}

/** Runs the work on the list with `lanes` items at a time. The results keep the list's order. */
async function inLanes<T, R>(list: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const open = [...list.entries()]
  const lane = async () => {
    for (let next = open.shift(); next; next = open.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
