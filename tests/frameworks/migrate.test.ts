/**
 * Migrates projects of AppKit and RainbowKit by `walletkit import --write`, with a real install, a real build and a
 * visit.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openAccount, useBrowser, walletScript } from '../support/browser.ts'
import { lastLine, walletkit } from '../support/packed.ts'
import { useSandbox } from '../support/sandbox.ts'
import { serveFolder } from '../support/serve.ts'
import { npm } from '../support/shell.ts'

const { folder: packages, tarballs } = inject('packed')
const sandbox = useSandbox()
const browser = useBrowser()

const SHARED = {
  'package.json': '{ "private": true, "type": "module" }',
  'index.html':
    '<!doctype html><title>Moved</title><div id="root"></div><script type="module" src="/src/main.jsx"></script>',
  'vite.config.js': `import { walletkit } from 'walletkit/vite'
export default { plugins: [walletkit()] }
`,
  'src/chains.js': `const url = import.meta.env.VITE_RPC_URL
export const local = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
}
`,
}

const RAINBOWKIT = {
  'src/wagmi.js': `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { local } from './chains'

export const config = getDefaultConfig({ appName: 'Moved', projectId: 'moved', chains: [local], ssr: false })
`,
  'src/main.jsx': `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, darkTheme, RainbowKitProvider, useAccountModal } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import React from 'react'
import { createRoot } from 'react-dom/client'
import { useAccount, WagmiProvider } from 'wagmi'
import { config } from './wagmi'

const client = new QueryClient()

function Status() {
  const { address } = useAccount()
  const { openAccountModal } = useAccountModal()
  return <p id="status">{address ? \`wagmi \${address} \${openAccountModal ? 'open' : 'closed'}\` : 'none'}</p>
}

createRoot(document.querySelector('#root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={client}>
      <RainbowKitProvider theme={darkTheme(darkTheme.accentColors.pink)} modalSize="compact">
        <ConnectButton />
        <Status />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
`,
}

const APPKIT = {
  'src/config.js': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { local } from './chains'

export const projectId = 'moved'
export const networks = [local]
export const wagmiAdapter = new WagmiAdapter({ projectId, networks })
`,
  'src/main.jsx': `import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createAppKit, useAppKitAccount, useAppKitNetwork } from '@reown/appkit/react'
import React from 'react'
import { createRoot } from 'react-dom/client'
import { useAccount, WagmiProvider } from 'wagmi'
import { networks, projectId, wagmiAdapter } from './config'

const client = new QueryClient()

createAppKit({
  adapters: [wagmiAdapter],
  networks,
  projectId,
  metadata: { name: 'Moved', description: 'Moved', url: 'https://moved.example', icons: [] },
  features: { email: false, socials: false, swaps: false, onramp: false, analytics: false },
})

function Status() {
  const { address } = useAccount()
  const account = useAppKitAccount()
  const { chainId } = useAppKitNetwork()
  return <p id="status">{address ? \`wagmi \${address} \${account.address === address ? 'open' : 'closed'} \${chainId}\` : 'none'}</p>
}

createRoot(document.querySelector('#root')).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={client}>
      <appkit-button />
      <Status />
    </QueryClientProvider>
  </WagmiProvider>,
)
`,
}

it.each([
  ['rainbowkit', RAINBOWKIT, 'rgb(255, 92, 160) 600'],
  ['appkit', APPKIT, 'rgb(51, 80, 233) 600'],
])(
  'a page of %s is moved, builds, and connects',
  async (library, files, accent) => {
    const site = mkdtempSync(join(tmpdir(), 'walletkit-moved-'))
    onTestFinished(() => rmSync(site, { recursive: true, force: true }))
    const env = { '.env': `VITE_RPC_URL=${sandbox().url}/rpc/31337\n` }
    for (const [name, text] of Object.entries({ ...SHARED, ...files, ...env })) {
      mkdirSync(dirname(join(site, name)), { recursive: true })
      writeFileSync(join(site, name), text)
    }
    npm(
      site,
      'install',
      join(packages, tarballs[0] ?? ''),
      'react@19.3.1',
      'react-dom@19.3.1',
      'vite@8',
      'wagmi@3',
      '@tanstack/react-query@5',
    )

    const moved = walletkit(site, ['import', library, '.', '--write', '--yes', '--json'])
    expect(moved.code, moved.err).toBe(0)
    const { code, config } = lastLine<{ code: unknown[]; config: object }>(moved.out)
    expect(code).toEqual([])
    // Remove the services and the relay, because a test must not use public ones.
    writeFileSync(
      join(site, 'walletkit.config.json'),
      JSON.stringify({ ...config, services: undefined, enableWalletConnect: false }),
    )
    // The build is within the budgets, although both projects import entry points for other libraries.
    const built = walletkit(site, ['build'])
    expect(built.code, built.out + built.err).toBe(0)
    expect(built.err).not.toContain('use client')
    expect(readFileSync(join(site, 'src/main.jsx'), 'utf8')).not.toMatch(/@reown|@rainbow-me/)

    const { url, stop } = await serveFolder(join(site, 'dist'))
    const context = await browser().newContext()
    try {
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await page.addInitScript(walletScript(sandbox()))
      await page.goto(url)
      await page.getByText('none').waitFor()
      // The look that the other library's style sheet gave.
      const look = await page
        .getByRole('button', { name: 'Connect Wallet' })
        .evaluate((button) => `${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).fontWeight}`)
      expect(look).toBe(accent)
      await openAccount(page)
      await expect.poll(() => page.locator('#status').textContent()).toMatch(/^wagmi 0x[0-9a-fA-F]{40} open/)
      // Importing AppKit's hooks also registers its custom elements.
      if (library === 'appkit') {
        await page.evaluate(() => document.body.append(document.createElement('appkit-button')))
        await page.locator('appkit-button').getByText(/^0x/).waitFor({ state: 'attached' })
      }
      expect(faults).toEqual([])
    } finally {
      await context.close()
      await stop()
    }
  },
  300_000,
)
