import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hints } from '../../../cli/import/messages.ts'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../schema/pieces.ts'
import { call, folder } from '../project.ts'

type Answer = {
  ok: boolean
  config: JsonObject
  left: { name: string; hint: string }[]
  from: string[]
  notes: string[]
}

const cli = (args: string[], cwd: string) => call(args, cwd)

/** Imports a set-up, and lets `walletkit check` check the result. */
async function imported(library: string, files: Record<string, string>, path = '.'): Promise<Answer> {
  const root = await folder(files)
  const { code, out, err } = await cli(['import', library, path, '--json'], root)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  const answer = JSON.parse(out) as Answer
  expect(JSON.parse(await readFile(join(root, 'walletkit.config.json'), 'utf8'))).toEqual(answer.config)
  expect((await cli(['check'], root)).code).toBe(0)
  return answer
}
const names = ({ left }: Answer) => left.map(({ name }) => name)
const hint = ({ left }: Answer, of: string) => left.find(({ name }) => name === of)?.hint

it('reads AppKit across files, and reports what has no equivalent', async () => {
  const answer = await imported('appkit', {
    'config/index.tsx': `
      import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
      import { mainnet, arbitrum, solana, solanaDevnet, zora, type AppKitNetwork } from '@reown/appkit/networks'
      import { defineChain } from 'viem'
      throw new Error('never run')
      export const projectId = process.env.NEXT_PUBLIC_PROJECT_ID || 'fallback-id'
      const mine = defineChain({ id: 4242, name: 'Mine', nativeCurrency: { name: 'M', symbol: 'M', decimals: 18 },
        rpcUrls: { default: { http: ['https://rpc.mine.test'] } }, contracts: {} })
      export const networks = [mainnet, arbitrum, solana, solanaDevnet, mine, zora] as [AppKitNetwork, ...AppKitNetwork[]]
      export const wagmiAdapter = new WagmiAdapter({ projectId, networks })`,
    'context/index.tsx': `'use client'
      import { wagmiAdapter, projectId, networks } from '@/config'
      import { createAppKit as create } from '@reown/appkit/react'
      import { arbitrum } from '@reown/appkit/networks'
      const metadata = { name: 'Shop', description: 'A shop', url: window.location.origin, icons: ['https://a.test/i.png'] }
      create({
        adapters: [wagmiAdapter], projectId, networks, metadata, defaultNetwork: arbitrum,
        themeMode: 'dark', themeVariables: { '--w3m-accent': '#ff0000', '--w3m-z-index': 10, '--w3m-color-mix': '#00bb7f' },
        features: { analytics: true, email: false, socials: ['google'], legalCheckbox: true, send: false, pay: true,
          connectMethodsOrder: ['wallet', 'email', 'social'] },
        featuredWalletIds: ['a'], includeWalletIds: ['b'], excludeWalletIds: ['c'], allWallets: 'ONLY_MOBILE',
        termsConditionsUrl: 'https://a.test/terms', privacyPolicyUrl: 'https://a.test/privacy',
        siweConfig: makeSiwe(), chainImages: { 1: 'https://a.test/1.png' },
        customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.test' }] }, enableReconnect: false, ...rest,
      })
      export default function Context({ children }: { children: React.ReactNode }) { return <>{children}</> }`,
  })
  expect(answer.config).toMatchObject({
    projectId: 'fallback-id',
    metadata: { name: 'Shop', description: 'A shop', icons: ['https://a.test/i.png'] },
    networks: [
      'eip155:1',
      'eip155:42161',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      {
        id: 4242,
        name: 'Mine',
        nativeCurrency: { name: 'M', symbol: 'M', decimals: 18 },
        rpcUrls: { default: { http: ['https://rpc.mine.test'] } },
      },
      'eip155:7777777',
    ],
    defaultNetwork: 'eip155:42161',
    services: 'reown',
    theme: { mode: 'dark', variables: { '--wk-accent': '#ff0000', '--wk-z-index': '10' } },
    wallets: { featured: ['a'], include: ['b'], exclude: ['c'] },
    termsConditionsUrl: 'https://a.test/terms',
    privacyPolicyUrl: 'https://a.test/privacy',
    images: { networks: { 'eip155:1': 'https://a.test/1.png' } },
    customRpcUrls: { 'eip155:1': ['https://rpc.test'] },
    enableReconnect: false,
    siweConfig: true,
    features: {
      send: false,
      receive: true,
      email: false,
      socials: ['google'],
      analytics: true,
      legalCheckbox: true,
      allWallets: 'ONLY_MOBILE',
      connectMethodsOrder: ['wallet', 'email', 'social'],
    },
  })
  expect(answer.from).toEqual(['context/index.tsx'])
  expect(answer.notes).toEqual([
    expect.stringContaining('QR codes and phone wallets go on as before'),
    'process.env.NEXT_PUBLIC_PROJECT_ID is not known here; the value after it was taken.',
  ])
  expect(names(answer)).toEqual(
    expect.arrayContaining([
      'WagmiAdapter',
      'metadata.url',
      'themeVariables.--w3m-color-mix',
      'features.pay',
      'siweConfig',
      '...rest',
    ]),
  )
  expect(names(answer)).not.toContain('features.email')
  expect(hint(answer, 'metadata.url')).toContain('window.location.origin')
})

const PINK = "accentColor: '#f0a'"
const pink = { '--wk-accent': '#f0a' }
it.each([
  [
    'a spread',
    `{ ...lightTheme({ ${PINK} }), fonts: { body: 'Inter' } }`,
    { mode: 'light', variables: { ...pink, '--wk-font-family': 'Inter' } },
    [],
  ],
  [
    'a spread of colours',
    `{ ...darkTheme(), colors: { ...darkTheme().colors, ${PINK}, closeButton: '#fff' } }`,
    { mode: 'dark', variables: pink },
    ['theme.colors.closeButton'],
  ],
  ['colours alone', `{ colors: { ...midnightTheme().colors, ${PINK} } }`, { mode: 'dark', variables: pink }, []],
  [
    'a radius and a shadow',
    `{ ...lightTheme(), radii: { modal: '12px', menuButton: '1px' }, shadows: { dialog: 'none' } }`,
    { mode: 'light', variables: { '--wk-border-radius-master': '2px' } },
    ['theme.radii.menuButton', 'theme.shadows'],
  ],
  ['lodash’s merge', `_.merge(lightTheme(), { colors: { ${PINK} } })`, { mode: 'light', variables: pink }, []],
  [
    'a merge by name',
    `merge({}, darkTheme({ ${PINK} }), { radii: { modal: '24px' } })`,
    { mode: 'dark', variables: { ...pink, '--wk-border-radius-master': '4px' } },
    [],
  ],
  [
    'Object.assign',
    `Object.assign({}, darkTheme({ ${PINK} }), { fonts: { body: 'Inter' } })`,
    { mode: 'dark', variables: { ...pink, '--wk-font-family': 'Inter' } },
    [],
  ],
  [
    'colours of its own',
    `{ colors: { modalBackground: '#101010', modalText: '#eee' } }`,
    { mode: 'dark', variables: { '--wk-surface-0': '#101010', '--wk-text-1': '#eee' } },
    [],
  ],
  [
    'two modes',
    `{ lightMode: { ...lightTheme({ ${PINK} }), fonts: { body: 'Inter' } }, darkMode: darkTheme({ ${PINK} }) }`,
    { mode: 'system', variables: pink },
    ['theme.lightMode'],
  ],
  ['code that chooses', `dark ? darkTheme({ ${PINK} }) : lightTheme()`, { mode: 'system' }, ['theme']],
  [
    'what cannot be read',
    `{ ...lightTheme({ ${PINK} }), ...window.theme }`,
    { mode: 'light', variables: pink },
    ['theme....window.theme'],
  ],
])('reads a theme of RainbowKit that is %s, and names what it did not take', async (_name, theme, wanted, missed) => {
  const answer = await imported('rainbowkit', {
    'App.jsx': `import { RainbowKitProvider, lightTheme, darkTheme, midnightTheme, getDefaultConfig } from '@rainbow-me/rainbowkit'
      import _, { merge } from 'lodash'
      import { useState } from 'react'
      export const config = getDefaultConfig({ appName: 'A', projectId: 'abc', chains: [] })
      export const App = () => { const [dark] = useState(); return <RainbowKitProvider theme={${theme}} /> }`,
  })
  expect(answer.config.theme).toEqual(wanted)
  expect(names(answer).filter((each) => each.startsWith('theme'))).toEqual(missed)
  if (missed.some((each) => each === 'theme')) expect(hint(answer, 'theme')).toContain('Not taken over: accentColor')
})

it('reads RainbowKit: the call, the provider, its theme', async () => {
  const answer = await imported('rainbowkit', {
    'src/wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { http, fallback } from 'wagmi'
      import * as all from './chains'
      import { shown } from './chains'
      import { mainnet, base, sepolia } from 'wagmi/chains'
      import { rainbowWallet, ledgerWallet } from '@rainbow-me/rainbowkit/wallets'
      export const config = getDefaultConfig({
        appName: 'Demo', appUrl: 'https://demo.test', projectId: 'abc', ssr: true,
        chains: [...shown, ...(process.env.TESTNETS ? [sepolia] : [])],
        transports: { [mainnet.id]: fallback([http('https://one.test'), http('https://two.test')]), [base.id]: http() },
        wallets: [{ groupName: 'Recommended', wallets: [rainbowWallet, ledgerWallet] }],
      })`,
    'src/chains.ts': `import { mainnet, base } from 'viem/chains'\nexport const shown = [mainnet, { ...base, name: 'My Base' }] as const`,
    'src/App.jsx': `
      import { RainbowKitProvider as Kit, darkTheme } from '@rainbow-me/rainbowkit'
      import { base } from 'wagmi/chains'
      export const App = () => (
        <Kit theme={darkTheme({ accentColor: '#7b3fe4', accentColorForeground: 'white', borderRadius: 'small', overlayBlur: 'small' })}
          modalSize="compact" initialChain={base} locale="de-DE" coolMode appInfo={{ learnMoreUrl: 'https://x.test' }} />
      )`,
  })
  expect(answer.config).toMatchObject({
    projectId: 'abc',
    metadata: { name: 'Demo', url: 'https://demo.test' },
    networks: ['eip155:1', { id: 8453, name: 'My Base' }],
    defaultNetwork: 'eip155:8453',
    customRpcUrls: { 'eip155:1': ['https://one.test', 'https://two.test'] },
    theme: {
      mode: 'dark',
      variables: { '--wk-accent': '#7b3fe4', '--wk-on-accent': 'white', '--wk-border-radius-master': '2px' },
    },
    locale: 'de-DE',
    features: { send: false, receive: false },
  })
  // The old set-up had QR codes, so the new one has them too.
  expect(answer.config.services).toEqual({ relay: 'wss://relay.walletconnect.org' })
  expect(answer.notes[0]).toContain('QR codes and phone wallets go on as before, over relay.walletconnect.org')
  expect(answer.notes).toContain(
    'src/wagmi.ts:10: process.env.TESTNETS is not set; the condition was decided as for production.',
  )
  expect(answer.from).toEqual(['src/wagmi.ts', 'src/App.jsx'])
  expect(names(answer)).toEqual(
    expect.arrayContaining(['wallets', 'ssr', 'modalSize', 'coolMode', 'theme.overlayBlur', 'appInfo.learnMoreUrl']),
  )
  expect(hint(answer, 'wallets')).toContain('rainbow, ledger')
})

it('reads RainbowKit with its own list of wallets', async () => {
  const { config } = await imported(
    'rainbowkit',
    {
      'wagmi.ts': `
        import { connectorsForWallets } from '@rainbow-me/rainbowkit'
        import { createConfig, http } from 'wagmi'
        import { optimism } from 'wagmi/chains'
        const connectors = connectorsForWallets([{ groupName: 'All', wallets: [] }], { appName: 'List', projectId: 'p' })
        export const config = createConfig({ connectors, chains: [optimism], transports: { [optimism.id]: http('https://op.test') } })`,
    },
    'wagmi.ts',
  )
  expect(config).toMatchObject({
    projectId: 'p',
    metadata: { name: 'List' },
    networks: ['eip155:10'],
    customRpcUrls: { 'eip155:10': ['https://op.test'] },
  })
})

it('reads ConnectKit', async () => {
  const answer = await imported('connectkit', {
    'Web3Provider.tsx': `
      import { createConfig, http } from 'wagmi'
      import { mainnet, polygon } from 'wagmi/chains'
      import { ConnectKitProvider, getDefaultConfig } from 'connectkit'
      const config = createConfig(getDefaultConfig({
        chains: [mainnet, polygon],
        transports: { [mainnet.id]: http(\`https://eth.test/\${process.env.NEXT_PUBLIC_KEY}\`) },
        walletConnectProjectId: process.env.NEXT_PUBLIC_WC!,
        appName: 'App', appDescription: 'd', appUrl: 'https://family.test', appIcon: 'https://family.test/logo.png',
      }))
      export const Web3Provider = ({ children }) => (
        <ConnectKitProvider theme="midnight" mode="auto" onConnect={log} debugMode
          options={{ initialChainId: 137, language: 'fr-FR', enforceSupportedChains: false, hideBalance: true }}>{children}</ConnectKitProvider>
      )`,
  })
  expect(answer.config).toMatchObject({
    projectId: 'your-project-id',
    metadata: { name: 'App', description: 'd', url: 'https://family.test', icons: ['https://family.test/logo.png'] },
    networks: ['eip155:1', 'eip155:137'],
    defaultNetwork: 'eip155:137',
    theme: { mode: 'system' },
    locale: 'fr-FR',
    debug: true,
    allowUnsupportedChain: true,
  })
  expect(names(answer)).toEqual(
    expect.arrayContaining(['projectId', 'transports[1]', 'theme', 'onConnect', 'options.hideBalance']),
  )
  expect(answer.config.services).toEqual({ relay: 'wss://relay.walletconnect.org' })
  expect(hint(answer, 'theme')).toContain('"midnight"')
  expect(hint(answer, 'transports[1]')).toContain('NEXT_PUBLIC_KEY')
})

it.each([
  [
    'rainbowkit',
    `import { connectorsForWallets } from '@rainbow-me/rainbowkit'
     import { injectedWallet, safeWallet } from '@rainbow-me/rainbowkit/wallets'
     connectorsForWallets([{ groupName: 'All', wallets: [injectedWallet, safeWallet] }], { appName: 'A', projectId: 'p' })`,
  ],
  [
    'connectkit',
    `import { getDefaultConfig } from 'connectkit'
     import { injected } from 'wagmi/connectors'
     getDefaultConfig({ appName: 'A', walletConnectProjectId: 'p', connectors: [injected()] })`,
  ],
  [
    'appkit',
    "import { createAppKit } from '@reown/appkit'\ncreateAppKit({ projectId: 'p', enableWalletConnect: false })",
  ],
])('reports first that a %s set-up has no QR codes, and adds none', async (library, text) => {
  const { config, notes } = await imported(library, { 'a.ts': text })
  expect(config.enableWalletConnect).toBe(false)
  if (library !== 'appkit') expect(config.services).toBeUndefined()
  expect(notes[0]).toMatch(/^QR codes and phone wallets are off/)
})

it('reports options that it cannot read, and texts that the library does not have', async () => {
  const unread = await imported('appkit', {
    'a.ts': "import { createAppKit } from '@reown/appkit'\ncreateAppKit(optionsOf(process.env))",
  })
  expect(hint(unread, 'options')).toContain('optionsOf(process.env)')
  const odd = await imported('rainbowkit', {
    'a.tsx': `import { getDefaultConfig, RainbowKitProvider, darkTheme } from '@rainbow-me/rainbowkit'
      getDefaultConfig({ appName: 'App', projectId: 'p', chains: [] })
      export const app = <RainbowKitProvider theme={darkTheme({ borderRadius: 'constructor' })} />`,
  })
  expect(odd.config.theme).toEqual({ mode: 'dark' })
  expect(names(odd)).toContain('theme.borderRadius')
})

it('keeps an existing config, shows a diff, and reports when it found nothing', async () => {
  const files = {
    'walletkit.config.json': '{}\n',
    'a.ts': "import { createAppKit } from '@reown/appkit'\ncreateAppKit({ projectId: 'p', networks: [] })",
    'broken.ts': 'const = 1',
  }
  const root = await folder(files)
  const text = () => readFile(join(root, 'walletkit.config.json'), 'utf8')
  expect(await cli(['import', 'appkit', 'a.ts'], root)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--force') as string,
  })
  const dry = await cli(['import', 'appkit', '.', '--dry-run'], root)
  expect(dry.out).toMatch(
    /^--- a\/walletkit\.config\.json\n\+\+\+ b\/walletkit\.config\.json\n@@ -1,1 \+1,\d+ @@\n-\{\}\n\+\{\n/,
  )
  expect(dry.err).toContain('Could not be parsed, and was not read: broken.ts.')
  expect(dry.err).toContain('  networks\n')
  expect(await text()).toBe('{}\n')
  expect((await cli(['import', 'appkit', '.', '--force', '--project-id', 'mine'], root)).code).toBe(0)
  expect(JSON.parse(await text())).toMatchObject({ projectId: 'mine', networks: ['eip155:1'] })
  expect(await cli(['import', 'connectkit', 'a.ts', '--force', '--json'], root)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^\{"ok":false,"error":"No getDefaultConfig/) as string,
  })
  expect((await cli(['import', 'wagmi', 'a.ts'], root)).err).toContain('appkit, rainbowkit, connectkit')
})

it.each([
  ['the list', 'makeWallets()'],
  ['a part of the list', '[new PhantomWalletAdapter(), ...more()]'],
])('keeps QR codes and phone wallets on where %s of a Solana adapter cannot be read, and says so', async (_, list) => {
  const answer = await imported('solana-wallet-adapter', {
    'src/Wallet.tsx': `
      import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react'
      import { PhantomWalletAdapter } from '@solana/wallet-adapter-wallets'
      import { makeWallets, more } from 'elsewhere'
      export const Wallet = () => <ConnectionProvider endpoint="https://api.devnet.solana.com">
        <WalletProvider wallets={${list}}><p /></WalletProvider></ConnectionProvider>`,
  })
  expect(answer.config).not.toHaveProperty('enableWalletConnect')
  expect(answer.config).toMatchObject({ services: { relay: 'wss://relay.walletconnect.org' } })
  expect(names(answer)).toContain('wallets')
  expect(hint(answer, 'WalletConnect')).toBe(hints.remoteKept)
})
