/**
 * `npm run bare [-- --rows 1,5] [--no-tests]`: runs the README's commands as on machines that never had this
 * repository: each row of `bare/rows.ts` in a clean clone with an empty npm cache. Needs root on Linux.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installPackage } from './apt.ts'
import { makeMachine } from './bare/machine.ts'
import { type Row, ROWS } from './bare/rows.ts'
import { end, main, ROOT, run, say, Stop } from './run.ts'

const LOGS = join(ROOT, '.cache/bare')
const NEEDED = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/chromium-headless-shell', 'chromium-headless-shell'],
  ['/usr/bin/redis-server', 'redis-server'],
  ['/usr/bin/localedef', 'locales'],
  ['/usr/sbin/ip', 'iproute2'],
] as const

type Timed = { name: string; seconds: number; passed: boolean }

main(async () => {
  const { values } = parseArgs({
    options: { rows: { type: 'string' }, tests: { type: 'boolean', default: true } },
    allowNegative: true,
  })
  const wanted = values.rows?.split(',').map(Number)
  const unknown = wanted?.filter((at) => !ROWS[at - 1])
  if (unknown?.length) throw new Stop(`No such row in --rows: there are 1 to ${ROWS.length}.`)
  await prepare()
  await mkdir(LOGS, { recursive: true })
  let failed = false
  for (const [index, row] of ROWS.entries()) {
    const at = index + 1
    if (wanted && !wanted.includes(at)) continue
    const timed = await tryOut(row, at, values.tests)
    failed ||= timed.some(({ passed }) => !passed)
    const { locale, browser, network, user, path, load } = row
    const told = timed.map(({ name, seconds, passed }) => `${name} ${passed ? '' : 'FAILED '}${seconds.toFixed(0)} s`)
    process.stdout.write(
      `${String(at).padStart(2)}  ${[locale, browser, network, user, path, load].join(', ')}: ${told.join(', ')}\n`,
    )
  }
  if (failed) say(`What they said: ${LOGS}`)
  return failed ? 1 : 0
})

/** Installs on this machine what the rows of bare/rows.ts need: two browsers, Redis, `ip` and a German locale. */
async function prepare(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Stop('Not run: hiding browsers and networks from a command takes root on Linux (try a container).')
  for (const [path, name] of NEEDED)
    if (!existsSync(path) && !(await installPackage(name, `no ${path}`)))
      throw new Stop(`Not run: ${path} is missing (Debian: apt-get install -y ${name}).`)
  const { stdout } = await run('locale', ['-a'])
  if (!/^de_DE\.utf-?8$/im.test(stdout)) await run('localedef', ['-i', 'de_DE', '-f', 'UTF-8', 'de_DE.UTF-8'])
}

async function tryOut(row: Row, at: number, withTests: boolean): Promise<Timed[]> {
  const machine = await makeMachine(row, at)
  const others = row.load === 'busy' ? [restless(), restless()] : []
  const timed: Timed[] = []
  const time = async (name: string, command: readonly string[], offline = false) => {
    say(`· row ${at}: ${name} …`)
    const started = performance.now()
    const { code, stdout, stderr } = await machine.run(command, { offline })
    timed.push({ name, seconds: (performance.now() - started) / 1000, passed: code === 0 })
    await writeFile(join(LOGS, `${at}-${name.replaceAll(' ', '-')}.log`), stdout + stderr)
    return code === 0
  }
  try {
    const demo = ['npm', 'run', 'demo', '--', '--check']
    const offline = row.network === 'loopback'
    // The first run downloads the packages; only then can the demo run without a network.
    const sound = (await time('demo', demo)) && (!offline || (await time('demo offline', demo, true)))
    if (sound && row.test && withTests) await time(offline ? 'test offline' : 'test', ['npm', 'test'], offline)
  } finally {
    await Promise.all(others.map(end))
    await machine.remove()
  }
  return timed
}

const restless = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
