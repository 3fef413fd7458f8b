/**
 * `npm run demo`: starts a page with a working modal from this checkout. It packs the packages, scaffolds a project
 * from them with the real CLI, and starts the sandbox and the page. `--check` then visits the page in a headless
 * browser and exits with 1 if something does not work.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BROWSER_ADVICE, findChromium } from './browser.ts'
import { faultsOf } from './demo/faults.ts'
import { addFeatures, installDemo } from './demo/install.ts'
import { freePort } from './freePort.ts'
import { pack } from './pack.ts'
import { end, main, must, ROOT, say, step, Stop } from './run.ts'
import { visit } from './visit.ts'

const DEMO = join(ROOT, '.demo')
const PACKAGES = join(DEMO, 'packages')

type Started = { page: string; sandbox: string; child: ChildProcess }

main(async () => {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, template: { type: 'string', default: 'react' } },
  })
  const sandbox = await sandboxUrl(values.check)
  const site = await scaffold(values.template, sandbox)
  const browser = values.check ? await step('finding a browser', findChromium) : undefined
  if (values.check && !browser) throw new Stop(`No browser to check with. ${BROWSER_ADVICE}`)
  const started = await step('starting the sandbox and the page', () => start(site, sandbox))
  if (!browser) return open(started)
  try {
    const result = await step('visiting the page', () => visit(browser, started))
    process.stdout.write(`${JSON.stringify(result)}\n`)
    const faults = faultsOf(result)
    faults.forEach((fault) => say(`  wrong: ${fault}`))
    return faults.length === 0 ? 0 : 1
  } finally {
    await end(started.child)
  }
})

/**
 * The sandbox's URL: the usual one, or for a check one with a free port, so that no sandbox that is already running is
 * used.
 */
async function sandboxUrl(isCheck: boolean): Promise<string> {
  if (!isCheck) return process.env['WALLETKIT_SANDBOX_URL'] ?? 'http://127.0.0.1:4747'
  return `http://127.0.0.1:${await freePort()}`
}

/**
 * Scaffolds and installs a project as a user would, from this checkout's packages. An older project is removed first.
 */
async function scaffold(template: string, sandbox: string): Promise<string> {
  await rm(PACKAGES, { recursive: true, force: true })
  await pack(PACKAGES)
  const site = join(DEMO, template)
  await rm(site, { recursive: true, force: true })
  await step('creating a project', async () => {
    await must('See what it said above.', process.execPath, [
      join(ROOT, 'cli/create/dist/create-walletkit.js'),
      site,
      '--template',
      template,
      '--yes',
      '--login',
      '--no-install',
      '--source',
      PACKAGES,
    ])
    await addFeatures(site, sandbox)
    if (template === 'react') await installDemo(site)
  })
  const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
  await step('installing the project', () =>
    must('Check the connection to the package registry, then run this again.', 'npm', npm, { cwd: site }),
  )
  await stat(join(site, 'node_modules/walletkit'))
  return site
}

/** Runs `walletkit dev` as the project's `npm run dev` does. Resolves with the addresses that it prints. */
function start(site: string, sandbox: string): Promise<Started> {
  const bin = join(site, 'node_modules/walletkit/dist/cli/walletkit.js')
  const child = spawn(process.execPath, [bin, 'dev', '--json', '--host', '127.0.0.1'], {
    cwd: site,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WALLETKIT_SANDBOX_URL: sandbox },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', (code) => reject(new Stop(`The page did not start (exit ${code}).\n${said}`)))
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { urls, sandbox } = JSON.parse(line) as { urls: string[]; sandbox?: string }
      const [page] = urls
      if (page === undefined || sandbox === undefined) reject(new Stop(`The page started without an address: ${line}`))
      else resolve({ page, sandbox, child })
    })
  })
}

/** Prints how to use the page, and waits until Ctrl-C stops it. */
async function open({ page, sandbox, child }: Started): Promise<number> {
  // Browsers allow passkeys for this name, and not for an IP address.
  const named = page.replace('127.0.0.1', 'localhost')
  say(
    `\nPage     ${named}\nSandbox  ${sandbox}/status\n\nPress Connect Wallet and choose Test wallet: no extension is needed.\nOr choose WalletConnect, copy its link, and paste it into the sandbox's wallet: ${sandbox}/wallet\nCtrl-C stops everything.`,
  )
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 0)))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGTERM'))
  return ended
}
