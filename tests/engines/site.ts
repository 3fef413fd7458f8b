/**
 * The site for all engines: scaffolded, built by the packed CLI, and served with the Content-Security-Policy of the
 * build.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { walletScript } from '../support/browser.ts'
import { copyProject, lastLine, walletkit } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { installEyes } from './eyes.ts'

export type Site = { url: string; sandbox: Sandbox }

const PAGE = new URL('./page', import.meta.url).pathname

/** Builds and serves the site for the tests of one file. */
export function useSite(): () => Site {
  const sandbox = useSandbox()
  let site: Site | undefined
  const undo: (() => unknown)[] = []
  beforeAll(async () => {
    const home = mkdtempSync(join(tmpdir(), 'walletkit-engines-'))
    undo.push(() => rmSync(home, { recursive: true, force: true }))
    const { dist, csp } = build(join(home, 'site'), sandbox())
    addScript(dist, `(${String(installEyes)})()\n${wallet(sandbox())}`)
    const { url, stop } = await serveFolder(dist, { headers: { 'content-security-policy': csp } })
    undo.push(stop)
    site = { url, sandbox: sandbox() }
  })
  afterAll(async () => {
    for (const step of undo.reverse()) await step()
  })
  return () => {
    if (!site) throw new Error('The site is not built yet: call this inside a test')
    return site
  }
}

/** The test wallet, which sends batches. */
const wallet = (sandbox: Sandbox) =>
  walletScript(sandbox, { expose: true, batch: sandbox.smartAccounts.implementation })

function build(folder: string, { url, secureSite }: Sandbox): { dist: string; csp: string } {
  copyProject(folder)
  cpSync(PAGE, join(folder, 'src'), { recursive: true })
  const file = join(folder, 'walletkit.config.json')
  const passkey = { bundler: `${url}/rpc/{chainId}` }
  const config = JSON.parse(readFileSync(file, 'utf8')) as { features: object }
  const features = { ...config.features, email: true, passkey, approvals: true }
  writeFileSync(file, JSON.stringify({ ...config, features, siwx: true }))
  const env = { NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: url, WALLETKIT_SANDBOX_LOGIN: secureSite }
  const { code, out, err } = walletkit(folder, ['build', '--json'], { env })
  if (code !== 0) throw new Error(`walletkit build ended with ${code}\n${out}${err}`)
  return { dist: join(folder, 'dist'), csp: lastLine<{ csp: string }>(out).csp }
}

/** Adds a script to the page itself, before its own code, because WebDriver cannot do that. */
function addScript(dist: string, code: string) {
  writeFileSync(join(dist, 'visitor.js'), code)
  const index = join(dist, 'index.html')
  writeFileSync(index, readFileSync(index, 'utf8').replace('<head>', '<head><script src="/visitor.js"></script>'))
}
