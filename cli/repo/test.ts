/**
 * `npm test`: everything that must hold before a change lands, in the order in which it fails fastest. Each step brings
 * what it needs or is reported as *not run*, with the command that would bring it; then the exit code is 1 unless
 * `--allow-missing` is given.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER_ADVICE, findChromium } from './browser.ts'
import { main, ROOT, run, say } from './run.ts'

type Outcome = 'passed' | 'failed' | 'not run'
type Step = { name: string; command: [string, ...string[]]; browser?: true; env?: Record<string, string> }

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const vitest = (project: string): Step['command'] => [bin('vitest'), 'run', '--project', project]

const STEPS: Step[] = [
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  {
    name: 'types',
    command: [process.execPath, join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', 'tsconfig.json'],
  },
  { name: 'lint', command: [bin('eslint'), '.'] },
  { name: 'unused', command: [bin('knip')] },
  { name: 'unit', command: vitest('unit') },
  { name: 'architecture', command: vitest('architecture') },
  // One file at a time: each packs the packages anew.
  { name: 'packages', command: [...vitest('packages'), '--no-file-parallelism'], browser: true },
  { name: 'flows', command: vitest('flows'), browser: true },
]

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'allow-missing': { type: 'boolean', default: false } },
  })
  const chosen = positionals.length ? STEPS.filter(({ name }) => positionals.includes(name)) : STEPS
  const browser = chosen.some((step) => step.browser) ? await findChromium() : undefined
  await mkdir(join(ROOT, '.cache'), { recursive: true })

  const results: { name: string; outcome: Outcome; seconds: number }[] = []
  for (const { name, command, browser: needs } of chosen) {
    if (needs && !browser) {
      results.push({ name, outcome: 'not run', seconds: 0 })
      continue
    }
    say(`· ${name} …`)
    const started = performance.now()
    const [file, ...args] = command
    const { code } = await run(file, args, {
      show: true,
      env: { ...process.env, ...(browser ? { WALLETKIT_CHROMIUM: browser } : {}) },
    })
    results.push({ name, outcome: code === 0 ? 'passed' : 'failed', seconds: (performance.now() - started) / 1000 })
  }

  say('')
  for (const { name, outcome, seconds } of results)
    say(`  ${outcome.padEnd(8)} ${name.padEnd(14)} ${seconds.toFixed(1)} s`)
  const missing = results.some(({ outcome }) => outcome === 'not run')
  if (missing) say(`\nNot run: no browser. ${BROWSER_ADVICE}`)
  const failed = results.some(({ outcome }) => outcome === 'failed')
  return failed || (missing && !values['allow-missing']) ? 1 : 0
})
