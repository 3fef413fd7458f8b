/** The packed package with older peer dependencies: a real install, then a real build and visit, or a real call. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { lastLine, walletkit } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { npm, sh } from '../support/shell.ts'

const { folder: packages, tarballs } = inject('packed')
const sandbox = useSandbox()
const browser = useBrowser()
let site = ''

const FILES = {
  'package.json': '{ "private": true, "type": "module" }',
  'index.html':
    '<!doctype html><title>Peers</title><div id="root"></div><script type="module" src="/main.jsx"></script>',
  'main.jsx': `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { createWalletKit } from 'walletkit'
    import { ConnectButton, WalletKitProvider } from 'walletkit/react'
    import { generated } from 'virtual:walletkit'
    const kit = createWalletKit(generated)
    createRoot(document.querySelector('#root')).render(
      createElement(WalletKitProvider, { kit }, createElement(ConnectButton)))`,
  'vite.config.js': `import { walletkit } from 'walletkit/vite'
    export default { plugins: [walletkit()] }`,
  'walletkit.config.json': JSON.stringify({
    projectId: 'peers',
    networks: ['eip155:31337', 'eip155:31338'],
    services: 'sandbox',
    enableWalletConnect: false,
    features: { email: false, socials: false, swaps: false, onramp: false, history: false, names: false },
  }),
}

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'walletkit-peers-'))
  mkdirSync(site, { recursive: true })
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(site, name), text)
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(site, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version

it.each([
  ['vite 6, wagmi 2 and ethers 5', ['vite@6.0.0', '@wagmi/core@2.22.1', 'ethers@5.7.2']],
  ['vite 7, the first wagmi 2 and the first ethers 6', ['vite@7.0.0', '@wagmi/core@2.10.0', 'ethers@6.0.0']],
  ['vite 7 and the first React 18', ['vite@7.0.0', 'react@18.0.0', 'react-dom@18.0.0']],
])(
  'installs with %s, builds with that vite, and connects',
  async (_name, peers) => {
    const react = peers.some((peer) => /^react@/.test(peer)) ? [] : ['react@19.3.1', 'react-dom@19.3.1']
    npm(site, 'install', join(packages, tarballs[0] ?? ''), ...react, ...peers)
    for (const peer of peers) {
      const [, name = '', version] = /^(.+)@([^@]+)$/.exec(peer) ?? []
      expect(versionOf(name)).toBe(version)
    }
    const built = walletkit(site, ['build', '--json'], {
      env: { NODE_ENV: 'production', WALLETKIT_SANDBOX_URL: sandbox().url },
    })
    expect(built.code, built.err).toBe(0)
    // Chunks that import each other in a circle may run in the wrong order.
    expect(built.err).not.toMatch(/circular/i)
    const { csp, notes } = lastLine<{ csp: string; notes: string[] }>(built.out)
    expect(notes.join()).toMatch(/bundles with Rollup/)
    const { url, stop } = await serveFolder(join(site, 'dist'), { headers: { 'content-security-policy': csp } })
    const context = await browser().newContext()
    try {
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await page.addInitScript(walletScript(sandbox()))
      await page.goto(url)
      await openAccount(page)
      await page.getByText(/10,000 ETH/).waitFor()
      expect(faults).toEqual([])
    } finally {
      await context.close()
      await stop()
    }
  },
  180_000,
)

it('doctor says that walletkit/ethers needs ethers 6', () => {
  npm(site, 'install', 'ethers@5.7.2')
  writeFileSync(join(site, 'pay.js'), "import { toSigner } from 'walletkit/ethers'\nconsole.log(toSigner)\n")
  const { code, out } = walletkit(site, ['doctor'])
  rmSync(join(site, 'pay.js'))
  expect(out).toMatch(/FAIL +ethers +walletkit\/ethers takes ethers 6, and this project has 5\.7\.2/)
  expect(code).toBe(1)
  // The older version is fine without an import of `walletkit/ethers`.
  expect(walletkit(site, ['doctor']).out).toMatch(/ok +ethers +ethers is 5\.7\.2/)
}, 60_000)

it('npm refuses React 17, and init says so before it writes anything', () => {
  const old = join(site, 'old')
  mkdirSync(old)
  const manifest = '{ "private": true, "dependencies": { "react": "^17.0.2", "react-dom": "^17.0.2" } }'
  writeFileSync(join(old, 'package.json'), manifest)
  expect(() => npm(old, 'install', join(packages, tarballs[0] ?? ''))).toThrow(/ERESOLVE/)
  expect(readFileSync(join(old, 'package.json'), 'utf8')).toBe(manifest)
  const { code, err } = walletkit(site, ['init', '--yes'], { cwd: old })
  expect(code).toBe(1)
  expect(err).toMatch(/This project has react 17\.0\.2; walletkit needs 18 or newer\.[^]*Nothing was written/)
  expect(sh(old, 'ls')).toBe('package.json\n')
}, 60_000)
