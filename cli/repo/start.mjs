// The entry of every `npm run …` in this repository: plain JavaScript, so that it works before anything is installed.
// It checks Node's version, installs from the lockfile if needed, and runs cli/repo/<command>.ts.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const [command = '', ...rest] = process.argv.slice(2)
const say = (text) => process.stderr.write(`${text}\n`)
const fail = (text) => {
  say(text)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer, then run this again.`)

if (!installed()) {
  say('Installing packages (once; about a minute) …')
  const started = Date.now()
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) fail('The install failed. Check the connection to the package registry, then run this again.')
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'cli', 'repo', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Whether the install is at least as new as the lockfile. */
function installed() {
  const mark = join(root, 'node_modules', '.package-lock.json')
  return existsSync(mark) && statSync(mark).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs - 1000
}
