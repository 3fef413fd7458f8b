import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, folder, repository } from '../project.ts'

type Answer = {
  code: { at: string; name: string; hint: string }[]
  packages: { remove: string[]; add: string[]; pin: string[] }
  written?: string[]
  diff?: string
}

async function copyOf(name: string): Promise<string> {
  const root = await folder({
    'package.json': JSON.stringify({
      dependencies: {
        '@rainbow-me/rainbowkit': '2',
        '@reown/appkit': '1',
        '@reown/appkit-adapter-wagmi': '1',
        wagmi: '2',
      },
    }),
  })
  await cp(join(repository, 'tests/cli/import/projects', name), root, { recursive: true })
  return root
}
const run = async (root: string, ...args: string[]) => {
  const { code, out, err } = await call(['import', ...args, '--json'], root)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out) as Answer
}
const text = (root: string, file: string) => readFile(join(root, file), 'utf8')

it('changes a page of AppKit: the call goes, hooks and tags are walletkit’s', async () => {
  const root = await copyOf('appkit-react-wagmi')
  const { written, code, packages } = await run(root, 'appkit', '.', '--write')
  expect(written?.sort()).toEqual([
    'src/App.tsx',
    'src/components/ActionButtons.tsx',
    'src/config/index.ts',
    'src/walletkit.ts',
    'src/walletkitWagmi.ts',
    'walletkit.config.json',
  ])
  // Nothing that is left needs the old packages.
  expect(code).toEqual([])
  expect(packages).toEqual({ remove: ['@reown/appkit', '@reown/appkit-adapter-wagmi'], add: ['walletkit'], pin: [] })
  const app = await text(root, 'src/App.tsx')
  expect(app).toContain(
    "import { AppKitButton } from 'walletkit/compat/appkit'\nimport { WalletKitProvider } from 'walletkit/react'\nimport { kit } from './walletkit'",
  )
  // What only the removed call used would fail a tsc with noUnusedLocals.
  expect(app).not.toMatch(/generalConfig|metadata/)
  expect(app).toMatch(/<WalletKitProvider kit=\{kit\}><WagmiProvider config=\{wagmiAdapter\.wagmiConfig\}>/)
  expect(app).toContain('<AppKitButton />')
  expect(app).not.toMatch(/@reown|createAppKit/i)
  expect(await text(root, 'src/config/index.ts')).toContain('export const wagmiAdapter = { wagmiConfig }')
  expect(await text(root, 'src/components/ActionButtons.tsx')).toContain(
    "import { useAppKit, useAppKitNetwork, useDisconnect } from 'walletkit/compat/appkit'",
  )
})

it('leaves no network that viem has not, no adapter of another chain, and no import that it made unused', async () => {
  const root = await folder({
    'package.json': JSON.stringify({ dependencies: { '@reown/appkit': '1', '@reown/appkit-adapter-solana': '1' } }),
    'src/config.ts': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { mainnet, solana, bitcoin } from '@reown/appkit/networks'
import type { AppKitNetwork } from '@reown/appkit/networks'
import { unused } from './other'

export const networks = [solana, mainnet, bitcoin] as [AppKitNetwork, ...AppKitNetwork[]]
export const onlySolana = [solana, bitcoin]
export const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'p' })
export const solanaAdapter = new SolanaAdapter()
export const config = wagmiAdapter.wagmiConfig
export default 'site'
`,
    'src/other.ts': 'export const unused = 1\n',
    'src/App.tsx': `import { createAppKit } from '@reown/appkit/react'
import { WagmiProvider } from 'wagmi'
import site, { config, networks, solanaAdapter, wagmiAdapter } from './config'
import React, { version } from 'react'

console.log(site)
createAppKit({ adapters: [wagmiAdapter, solanaAdapter], networks, projectId: 'p', metadata: { name: React.name + version } })

export const App = () => <WagmiProvider config={config}><appkit-button /></WagmiProvider>
`,
  })
  const { code } = await run(root, 'appkit', '.', '--write')
  expect(code).toEqual([])
  expect(await text(root, 'src/config.ts')).toBe(`import { wagmiConfig } from './walletkitWagmi'
import { mainnet } from 'viem/chains'
import type { Chain as AppKitNetwork } from 'viem/chains'
import { unused } from './other'

export const networks = [mainnet] as [AppKitNetwork, ...AppKitNetwork[]]
export const onlySolana = []
export const wagmiAdapter = { wagmiConfig }
export const config = wagmiAdapter.wagmiConfig
export default 'site'
`)
  const app = await text(root, 'src/App.tsx')
  expect(app).toContain("import site, { config } from './config'\nimport React from 'react'\n")
})

it('gives a page without wagmi the provider where it renders, and says so where it cannot', async () => {
  const files = {
    'package.json': JSON.stringify({ dependencies: { '@reown/appkit': '1', react: '19', vite: '6' } }),
    'src/App.tsx': `import { createAppKit, useAppKit } from '@reown/appkit/react'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet], projectId: 'p' })
export const App = () => <button onClick={() => useAppKit().open()}><appkit-button /></button>
`,
  }
  const root = await folder({
    ...files,
    'src/main.tsx':
      "import { createRoot } from 'react-dom/client'\nimport { App } from './App'\ncreateRoot(document.body).render(<App />)\n",
  })
  expect((await run(root, 'appkit', '.', '--write')).code).toEqual([])
  expect(await text(root, 'src/main.tsx')).toBe(`import { WalletKitProvider } from 'walletkit/react'
import { kit } from './walletkit'
import { createRoot } from 'react-dom/client'
import { App } from './App'
createRoot(document.body).render(<WalletKitProvider kit={kit}><App /></WalletKitProvider>)
`)
  const { code } = await run(await folder(files), 'appkit', '.', '--write')
  expect(code.map(({ at, name }) => `${at} ${name}`)).toEqual(['src/App.tsx:1 WalletKitProvider'])
})

it('imports no virtual module in a project without vite, such as one of Create React App', async () => {
  const root = await folder({
    'package.json': JSON.stringify({
      dependencies: { '@rainbow-me/rainbowkit': '2', react: '18', 'react-scripts': '5' },
    }),
    'public/index.html': '<div id="root"></div>',
    'src/App.jsx':
      "import { ConnectButton } from '@rainbow-me/rainbowkit'\nimport { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const config = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [] })\nexport const App = () => <ConnectButton />\n",
  })
  await run(root, 'rainbowkit', '.', '--write')
  expect(await text(root, 'src/walletkit.js')).toContain("from './walletkit.generated'")
})

it('keeps an adapter and a network that the page still uses, and lists them', async () => {
  const root = await folder({
    'src/config.ts': `import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { mainnet, solana } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit'
export const solanaAdapter = new SolanaAdapter()
export const name = solana.name
createAppKit({ adapters: [solanaAdapter], networks: [mainnet, solana], projectId: 'p' })
`,
    'src/use.ts': "import { solanaAdapter } from './config'\nexport const chain = solanaAdapter.namespace\n",
  })
  const { code } = await run(root, 'appkit', '.', '--write')
  expect(code.map(({ at, name }) => `${at} ${name}`)).toEqual(
    expect.arrayContaining(['src/config.ts:1 SolanaAdapter', 'src/config.ts:2 solana']),
  )
  const config = await text(root, 'src/config.ts')
  expect(config).toContain('export const solanaAdapter = new SolanaAdapter()')
  expect(config).toContain("import { solana } from '@reown/appkit/networks'")
  expect(config).not.toContain('mainnet')
})

it('changes a page of RainbowKit, and lists by file and line what is left', async () => {
  const root = await copyOf('rainbowkit-next')
  const { code } = await run(root, 'rainbowkit', '.', '--write')
  expect(code).toEqual([])
  const providers = await text(root, 'src/app/providers.tsx')
  expect(providers).toMatch(/^'use client'\nimport \{ kit \} from '\.\.\/walletkit'\n/)
  expect(providers).not.toContain('styles.css')
  expect(providers).toMatch(/<RainbowKitProvider kit=\{kit\} theme=\{\{\n/)
  expect(await text(root, 'src/app/page.tsx')).toContain("import { ConnectButton } from 'walletkit/compat/rainbowkit'")
  expect(await text(root, 'src/wagmi.ts')).toMatch(/export const config = wagmiConfig\n/)
})

it.each([
  ['^2.37.0', true],
  ['2.x', true],
  ['^99.0.0', false],
  ['workspace:*', false],
])('names the version of viem that makes one copy of two (%s)', async (range, isNamed) => {
  const root = await folder({
    'package.json': JSON.stringify({ dependencies: { viem: range, walletkit: '0.1.0' } }),
    'a.ts': "import { createAppKit } from '@reown/appkit'\ncreateAppKit({ projectId: 'p', networks: [] })\n",
  })
  const { viem } = (JSON.parse(await text(repository, 'package.json')) as { dependencies: { viem: string } })
    .dependencies
  expect((await run(root, 'appkit', '.', '--dry-run')).packages.pin).toEqual(isNamed ? [`viem@${viem}`] : [])
  const { err } = await call(['import', 'appkit', '.', '--yes'], root)
  expect(err.includes(`instead of two, install viem@${viem}.`)).toBe(isNamed)
})

it('changes a page of ConnectKit', async () => {
  const root = await copyOf('connectkit-vite')
  expect((await run(root, 'connectkit', '.', '--write')).code).toEqual([])
  const page = await text(root, 'src/Web3Provider.tsx')
  expect(page).toContain('const config = wagmiConfig\n')
  expect(page).toMatch(/<WalletKitProvider kit=\{kit\}>\s*\{children\}\s*<\/WalletKitProvider>/)
  expect(page).not.toMatch(/connectkit/i)
})

it('moves types, also mixed with values and renamed, and re-exports', async () => {
  const root = await folder({
    'src/theme.ts': `import { lightTheme, type Theme } from '@rainbow-me/rainbowkit'
import type { Locale, AvatarComponent as Avatar } from '@rainbow-me/rainbowkit'
export const theme: Theme = { ...lightTheme(), fonts: { body: 'Inter' } }
export const language: Locale = 'de'
export const avatar: Avatar = () => null
`,
    'src/old.ts': `import { Theme } from '@rainbow-me/rainbowkit'
export let theme: Theme
export { ConnectButton, lightTheme as light } from '@rainbow-me/rainbowkit'
export { ConnectButton as Other, connectorsForWallets } from '@rainbow-me/rainbowkit'
`,
    'src/main.tsx': `import { getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { theme, language } from './theme'
export const wagmiConfig = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [] })
export const Page = () => <RainbowKitProvider locale={language} theme={theme} modalSize="compact"><p /></RainbowKitProvider>
export const Other = () => <RainbowKitProvider modalSize="compact" />
`,
  })
  const { code } = await run(root, 'rainbowkit', '.', '--write')
  expect(code.map(({ name }) => name)).toEqual(['@rainbow-me/rainbowkit'])
  expect(await text(root, 'src/theme.ts'))
    .toBe(`import { lightTheme, type AvatarComponent as Avatar, type Locale, type Theme } from 'walletkit/compat/rainbowkit'
export const theme: Theme = { ...lightTheme(), fonts: { body: 'Inter' } }
export const language: Locale = 'de'
export const avatar: Avatar = () => null
`)
  const old = await text(root, 'src/old.ts')
  expect(old).toContain("import type { Theme } from 'walletkit/compat/rainbowkit'\n")
  expect(old).toContain("export { ConnectButton, lightTheme as light } from 'walletkit/compat/rainbowkit'\n")
  expect(old).toContain("export { ConnectButton as Other, connectorsForWallets } from '@rainbow-me/rainbowkit'\n")
  // What stays of an element keeps its import, and a new name does not clash with the page's own.
  expect(await text(root, 'src/main.tsx')).toBe(`import { wagmiConfig as walletkitWagmiConfig } from './walletkitWagmi'
import { kit } from './walletkit'
import { RainbowKitProvider } from 'walletkit/compat/rainbowkit'
import { theme } from './theme'
export const wagmiConfig = walletkitWagmiConfig
export const Page = () => <RainbowKitProvider kit={kit} theme={theme}><p /></RainbowKitProvider>
export const Other = () => <RainbowKitProvider kit={kit} />
`)
})

it('takes no local name for the library’s, and keeps what a button’s label uses', async () => {
  const root = await folder({
    'src/App.tsx': `import { createAppKit, useAppKit } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet } from '@reown/appkit/networks'
import { texts } from './texts'
createAppKit({ adapters: [new WagmiAdapter({ networks: [mainnet], projectId: 'p' })], networks: [mainnet], projectId: 'p' })
export const setUp = (createAppKit: (options: object) => void) => createAppKit({ projectId: 'mine' })
export function list(WagmiAdapter: new () => object, { mainnet }: { mainnet: number }) {
  return [new WagmiAdapter(), mainnet, useAppKit]
}
export const ConnectButton = () => <appkit-button size="sm" label={texts.connect} disabled />
`,
    'src/texts.ts': "export const texts = { connect: 'Log in' }\n",
  })
  const { code } = await run(root, 'appkit', '.', '--write')
  expect(code.map(({ name }) => name)).toEqual(['WalletKitProvider'])
  expect(await text(root, 'src/App.tsx')).toBe(`import { AppKitButton, useAppKit } from 'walletkit/compat/appkit'
import { texts } from './texts'
export const setUp = (createAppKit: (options: object) => void) => createAppKit({ projectId: 'mine' })
export function list(WagmiAdapter: new () => object, { mainnet }: { mainnet: number }) {
  return [new WagmiAdapter(), mainnet, useAppKit]
}
export const ConnectButton = () => <AppKitButton label={texts.connect} disabled />
`)
})

it('writes no TypeScript into a project without it', async () => {
  const root = await folder({
    'main.jsx':
      "import { ConnectButton } from '@rainbow-me/rainbowkit'\nimport { getDefaultConfig } from '@rainbow-me/rainbowkit'\nexport const config = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [] })\nexport const Page = () => <ConnectButton />\n",
  })
  const { written } = await run(root, 'rainbowkit', '.', '--write')
  expect(written?.sort()).toEqual(['main.jsx', 'walletkit.config.json', 'walletkit.js', 'walletkitWagmi.js'])
})

it('changes no code unless asked to, and shows the difference first', async () => {
  const root = await copyOf('appkit-react-wagmi')
  const before = await text(root, 'src/App.tsx')
  const { diff } = await run(root, 'appkit', '.', '--dry-run')
  expect(diff).toContain('--- a/src/App.tsx')
  const { code } = await run(root, 'appkit', '.')
  expect(await text(root, 'src/App.tsx')).toBe(before)
  expect(code.map(({ at, name }) => `${at} ${name}`)).toEqual(
    expect.arrayContaining([
      'src/App.tsx:2 createAppKit',
      'src/App.tsx:31 <appkit-button>',
      'src/config/index.ts:1 WagmiAdapter',
    ]),
  )
})

it('lists the tags and hooks of a Vue page, and leaves them to its author', async () => {
  const root = await copyOf('appkit-vue-wagmi')
  const before = await text(root, 'src/App.vue')
  const { code } = await run(root, 'appkit', '.', '--write')
  expect(await text(root, 'src/App.vue')).toBe(before)
  expect(code.map(({ at, name }) => `${at} ${name}`)).toEqual(
    expect.arrayContaining(['src/App.vue:3 <appkit-button>', 'src/App.vue:9 createAppKit', 'src/App.vue:9 useAppKit']),
  )
})

it('names every set-up, says which one it took, and takes another one when asked', async () => {
  const setup = (id: string) =>
    `import { createAppKit } from '@reown/appkit'\ncreateAppKit({ projectId: '${id}', networks: [] })\n`
  const root = await folder({ 'src/b.ts': setup('b'), 'src/a.test.ts': setup('test'), 'src/c.ts': setup('c') })
  const read = async (...args: string[]) => {
    const { out } = await call(['import', 'appkit', 'src', '--dry-run', '--json', ...args], root)
    return JSON.parse(out) as { config: { projectId: string }; notes: string[] }
  }
  const first = await read()
  expect(first.config.projectId).toBe('b')
  expect(first.notes).toContain(
    'There are 3 set-ups: src/b.ts:2, src/c.ts:2, src/a.test.ts:2. Taken: src/b.ts:2. Choose another one with --setup <file:line>.',
  )
  expect((await read('--setup', 'src/c.ts:2')).config.projectId).toBe('c')
  const wrong = await call(['import', 'appkit', 'src', '--dry-run', '--setup', 'src/d.ts'], root)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('There is no set-up at src/d.ts') as string })
})

it('says so when the set-up belongs to a package below', async () => {
  const root = await folder({
    'apps/web/package.json': '{}',
    'apps/web/src/a.ts':
      "import { createAppKit } from '@reown/appkit'\ncreateAppKit({ projectId: 'p', networks: [] })\n",
  })
  const { out } = await call(['import', 'appkit', '.', '--dry-run', '--json'], root)
  expect((JSON.parse(out) as { notes: string[] }).notes).toContain(
    'The set-up belongs to the package in apps/web. To have the config there, run this again in that folder.',
  )
})

it('changes once what a variable gets later', async () => {
  const page = 'let button = null\nif (ready) button = <w3m-button />\nexport const Page = () => button\n'
  const root = await folder({
    'package.json': JSON.stringify({ dependencies: { '@reown/appkit': '1', '@reown/appkit-adapter-wagmi': '1' } }),
    'kit.ts': `import { createAppKit } from '@reown/appkit/react'\nimport { mainnet } from '@reown/appkit/networks'\ncreateAppKit({ projectId: 'p', networks: [mainnet] })\n`,
    'Page.tsx': page,
  })
  await run(root, 'appkit', '.', '--write')
  expect(await text(root, 'Page.tsx')).toContain(
    'if (ready) button = <AppKitButton />\nexport const Page = () => button\n',
  )
})
