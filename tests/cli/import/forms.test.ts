/** Forms in which real sites write their set-ups: spread over files, wrapped, changed later, loaded late. */
import { expect, it } from 'vitest'
import { hints } from '../../../cli/import/messages.ts'
import { hint, imported, lostOf, names } from './imported.ts'

it.each([
  [
    'whose class extends AppKit’s',
    'export class Own extends WagmiAdapter { connect() {} }',
    'const adapter = new Own(',
  ],
  [
    'that a function sets later',
    'export const Own = WagmiAdapter',
    'let adapter = null\nfunction start() { adapter = new Own(',
  ],
])('reads the connectors and RPC addresses of an adapter %s', async (_, own, start) => {
  const answer = await imported('appkit', {
    'adapter.ts': `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
      ${own}`,
    'a.ts': `
      import { createAppKit } from '@reown/appkit/react'
      import { mainnet } from '@reown/appkit/networks'
      import { http } from 'viem'
      import { safe } from 'wagmi/connectors'
      import { Own } from './adapter'
      ${start}{ networks: [mainnet], connectors: [safe()], transports: { [mainnet.id]: http('https://main.test') } })
      ${start.includes('function') ? '' : 'function start() {'}
      createAppKit({ projectId: 'p', networks: [mainnet], enableCoinbase: false, adapters: [adapter] }) }`,
  })
  expect(answer.config).toMatchObject({ customRpcUrls: { 'eip155:1': ['https://main.test'] } })
  expect(lostOf(answer)).toEqual(['safe'])
})

it('reads the client of an AppKit adapter, and names what else it is given', async () => {
  const answer = await imported('appkit', {
    'a.ts': `
      import { createAppKit } from '@reown/appkit'
      import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
      import { base, mainnet } from '@reown/appkit/networks'
      import { createClient, http } from 'viem'
      const URLS = { [base.id]: 'https://base.test' }
      const networks = [mainnet, base]
      const adapter = new WagmiAdapter({ networks, projectId: 'p', ssr: true, pollingInterval: 9, multiInjectedProviderDiscovery: false,
        client({ chain }) { return createClient({ chain, transport: http(URLS[chain.id]) }) } })
      const featured = idsOf(process.env.IDS)
      createAppKit({ projectId: 'p', networks, adapters: [adapter], enableCoinbase: false, ...(featured.valid.length ? { featuredWalletIds: featured.valid } : {}) })`,
  })
  expect(answer.config).toMatchObject({ customRpcUrls: { 'eip155:8453': ['https://base.test'] }, enableEIP6963: false })
  expect(names(answer)).toEqual(expect.arrayContaining(['ssr', 'pollingInterval']))
  const spread = names(answer).find((name) => name.startsWith('...')) ?? ''
  expect(hint(answer, spread)).toBe(hints.code(spread))
})

it('says what an adapter that cannot be read may take along', async () => {
  const answer = await imported('appkit', {
    'a.ts': `
      import { createAppKit } from '@reown/appkit'
      import { mainnet } from '@reown/appkit/networks'
      createAppKit({ projectId: 'p', networks: [mainnet], enableCoinbase: false, adapters: [window.adapter, null] })`,
  })
  expect(lostOf(answer)).toEqual(['window.adapter'])
  expect(hint(answer, 'window.adapter')).toBe(hints.adapterUnread)
})

it('reads createAppKit of a module that is loaded with others, and an adapter that a promise gives', async () => {
  const answer = await imported('appkit', {
    'a.js': `
      let adapter = null
      async function config() {
        const [{ mainnet, base }, { WagmiAdapter }] = await Promise.all([import('@reown/appkit/networks'), import('@reown/appkit-adapter-wagmi')])
        adapter = new WagmiAdapter({ projectId: 'p', networks: [mainnet, base] })
        return adapter.wagmiConfig
      }
      const getAdapter = () => config().then(() => adapter)
      export async function start() {
        const [{ createAppKit }, made] = await Promise.all([import('@reown/appkit'), getAdapter()])
        return createAppKit({ projectId: 'p', networks: made.caipNetworks, adapters: [made], enableCoinbase: false })
      }`,
  })
  expect(answer.config.networks).toEqual(['eip155:1', 'eip155:8453'])
  expect(lostOf(answer)).toEqual([])
  const then = await imported('appkit', {
    'a.js': `
      export const start = () => Promise.all([import('@reown/appkit'), import('@reown/appkit/networks')]).then(
        ([{ createAppKit }, { base }]) => createAppKit({ projectId: 'p', networks: [base] }))`,
  })
  expect(then.config.networks).toEqual(['eip155:8453'])
})

it.each([
  ['a connector', "connectors.push(walletConnect({ projectId: 'q' }))"],
  ['a connector that code wraps', 'if (!isOn()) connectors.push(wrapped())'],
  ['something unknown', 'connectors.push(made())'],
])('keeps QR codes when %s is added to the connectors of RainbowKit', async (_, added) => {
  const { config } = await imported('rainbowkit', {
    'wagmi.ts': `
      import { connectorsForWallets } from '@rainbow-me/rainbowkit'
      import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
      import { createConfig } from 'wagmi'
      import { base } from 'wagmi/chains'
      import { walletConnect } from 'wagmi/connectors'
      const connectors = connectorsForWallets([{ groupName: 'All', wallets: [injectedWallet] }], { appName: 'A', projectId: 'p' })
      function wrapped() {
        const options = { projectId: 'p' }
        return (config) => ({ ...walletConnect(options)(config), id: 'own' })
      }
      ${added}
      export const config = createConfig({ chains: [base], connectors })`,
  })
  expect(config.enableWalletConnect).toBeUndefined()
  expect(config.services).toEqual({ relay: 'wss://relay.walletconnect.org' })
})

it('takes the RPC addresses of a network that can be read, and names those that cannot', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { mainnet } from 'wagmi/chains'
      const main = { ...mainnet, rpcUrls: { default: { http: ['https://a.test/' + process.env.KEY, 'https://b.test'] } } }
      export const config = getDefaultConfig({ appName: 'A', projectId: 'p', wallets: [], chains: [main] })`,
  })
  expect(answer.config).toMatchObject({ networks: ['eip155:1'], customRpcUrls: { 'eip155:1': ['https://b.test'] } })
  expect(names(answer)).toContain('chains[0].rpcUrls')
})

it('takes a network that a package’s function adds something to', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { base, mainnet } from 'wagmi/chains'
      import { addContracts } from 'elsewhere'
      export const config = getDefaultConfig({ appName: 'A', projectId: 'p', wallets: [],
        chains: [addContracts(base), { ...addContracts(mainnet), subgraph: 'x' }] })`,
  })
  expect(answer.config.networks).toEqual(['eip155:8453', 'eip155:1'])
  expect(hint(answer, 'chains[1]')).toBe(hints.madeFrom('eip155:1'))
  expect(lostOf(answer)).toEqual([])
})

it('reads what createConfig sets after ConnectKit’s own config', async () => {
  const answer = await imported('connectkit', {
    'a.ts': `
      import { getDefaultConfig } from 'connectkit'
      import { createClient, createConfig, http } from 'wagmi'
      import { base } from 'wagmi/chains'
      import { injected, metaMask } from 'wagmi/connectors'
      const start = getDefaultConfig({ appName: 'A', walletConnectProjectId: 'p', chains: [base] })
      export const config = createConfig({ ...start, transports: { [base.id]: http('https://base.test') },
        connectors: [injected(), metaMask()], multiInjectedProviderDiscovery: false })`,
  })
  expect(answer.config).toMatchObject({
    customRpcUrls: { 'eip155:8453': ['https://base.test'] },
    wallets: { custom: [{ name: 'MetaMask' }] },
    enableWalletConnect: false,
    enableEIP6963: false,
  })
  expect(lostOf(answer)).toEqual([])
})

it.each([
  ['', 'connectors', ['Trust Wallet'], []],
  ['', '[...connectors, safe()]', ['Trust Wallet'], ['safe']],
])('reads connectors that RainbowKit’s getDefaultConfig is given%s: %s', async (_, given, custom, lost) => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { connectorsForWallets, getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { trustWallet } from '@rainbow-me/rainbowkit/wallets'
      import { base } from 'wagmi/chains'
      import { safe } from 'wagmi/connectors'
      const connectors = connectorsForWallets([{ groupName: 'All', wallets: [trustWallet] }], { appName: 'A', projectId: 'p' })
      export const config = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [base], connectors: ${given} })`,
  })
  expect((answer.config.wallets as { custom: { name: string }[] }).custom.map(({ name }) => name)).toEqual(custom)
  expect(lostOf(answer)).toEqual(lost)
})

it('reads what the project gives to a function or a component that has the set-up', async () => {
  const { config } = await imported('rainbowkit', {
    'wagmi.ts': `
      import { connectorsForWallets } from '@rainbow-me/rainbowkit'
      import { trustWallet } from '@rainbow-me/rainbowkit/wallets'
      import { createConfig } from 'wagmi'
      export const connectorsOf = ({ appName, projectId }) =>
        connectorsForWallets([{ groupName: 'All', wallets: [trustWallet] }], { appName, projectId })
      export function configOf(chains, id) {
        return createConfig({ chains, connectors: connectorsOf({ appName: 'Ours', projectId: 'abc' }) })
      }`,
    'app.tsx': `
      import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
      import { base } from 'wagmi/chains'
      import { configOf } from './wagmi'
      const config = configOf([base], 1)
      const Providers = ({ locale, children }) => <RainbowKitProvider locale={locale}>{children}</RainbowKitProvider>
      export const App = () => <Providers locale="de"><p /></Providers>`,
  })
  expect(config).toMatchObject({
    projectId: 'abc',
    metadata: { name: 'Ours' },
    networks: ['eip155:8453'],
    locale: 'de',
  })
})

it('takes the set-up of the site, not one that is named after its tests', async () => {
  const { config } = await imported('rainbowkit', {
    'wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { base, hardhat } from 'wagmi/chains'
      const cypressConfig = getDefaultConfig({ appName: 'T', projectId: 't', chains: [hardhat] })
      const siteConfig = getDefaultConfig({ appName: 'A', projectId: 'p', chains: [base] })
      export const config = process.env.NEXT_PUBLIC_IS_CYPRESS === 'true' ? cypressConfig : siteConfig`,
  })
  expect(config).toMatchObject({ projectId: 'p', networks: ['eip155:8453'] })
})

it.each(["=== 'production'", "== 'prod'", "=== 'mainnet'"])(
  'takes production where the code asks an unset variable for it: %s',
  async (asked) => {
    const { config } = await imported('rainbowkit', {
      'wagmi.ts': `
        import { getDefaultConfig } from '@rainbow-me/rainbowkit'
        import { base, sepolia } from 'wagmi/chains'
        const STAGE = process.env.NEXT_PUBLIC_STAGE as string
        export const config = getDefaultConfig({ appName: 'A', projectId: 'p', chains: STAGE ${asked} ? [base] : [sepolia] })`,
    })
    expect(config.networks).toEqual(['eip155:8453'])
  },
)

it.each([
  [
    'zod’s safeParse',
    'schema.safeParse({ ID: process.env.NEXT_PUBLIC_ID })',
    'data',
    "import { schema } from './schema'",
  ],
  [
    'valibot’s safeParse',
    'v.safeParse(schema, { ID: process.env.NEXT_PUBLIC_ID })',
    'output',
    "import * as v from 'valibot'",
  ],
  ['optional chaining', '{ got: { ID: process?.env?.NEXT_PUBLIC_ID } }', 'got', ''],
])('reads a project id of the environment through %s', async (_, code, member, load) => {
  const { config } = await imported('rainbowkit', {
    '.env': 'NEXT_PUBLIC_ID=abc',
    'schema.ts': "import { z } from 'zod'\nexport const schema = z.object({ ID: z.string() })",
    'env.ts': `${load}
      const found = ${code}
      export const { ID } = found.${member}`,
    'wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import { base } from 'wagmi/chains'
      import { ID } from './env'
      export const config = getDefaultConfig({ appName: 'A', projectId: ID, chains: [base] })`,
  })
  expect(config.projectId).toBe('abc')
})

it('reads a theme of RainbowKit that is changed after its call, and a client that is written as a method', async () => {
  const { config } = await imported('rainbowkit', {
    'a.tsx': `
      import { darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
      import { createClient, http } from 'viem'
      import { createConfig } from 'wagmi'
      import { base } from 'wagmi/chains'
      const theme = darkTheme({ borderRadius: 'none' })
      theme.colors.accentColor = '#00ff00'
      theme.fonts.body = 'Inter'
      const URLS = { [base.id]: 'https://base.test' }
      export const config = createConfig({ chains: [base], client({ chain }) { return createClient({ chain, transport: http(URLS[chain.id]) }) } })
      export const app = <RainbowKitProvider theme={theme} />`,
  })
  expect(config).toMatchObject({
    customRpcUrls: { 'eip155:8453': ['https://base.test'] },
    theme: { mode: 'dark', variables: { '--wk-accent': '#00ff00', '--wk-font-family': 'Inter' } },
  })
})

it('leaves open what a caller gives in a form that cannot be read, or gives in two ways', async () => {
  const setUp = `
    import { createAppKit } from '@reown/appkit'
    import { mainnet, sepolia } from '@reown/appkit/networks'
    export function start({ projectId = 'own', networks = [mainnet], features, themeMode = 'dark' }) {
      createAppKit({ projectId, networks, features, themeMode, enableCoinbase: false }) }`
  const unread = await imported('appkit', {
    'kit.ts': setUp,
    'app.ts': "import { start } from './kit'\nstart(window.settings)",
  })
  expect(names(unread)).toEqual(expect.arrayContaining(['features', 'themeMode', 'networks']))
  const two = await imported('appkit', {
    'kit.ts': setUp,
    'app.ts': "import { start } from './kit'\nstart({ projectId: 'a', themeMode: 'light' })",
    'other.ts': "import { start } from './kit'\nstart({ projectId: 'b', themeMode: 'light' })",
    'kit.test.ts': "import { start } from './kit'\nstart({ projectId: 'test', themeMode: 'dark' })",
  })
  expect(names(two)).toContain('projectId')
  expect(two.config).toMatchObject({ theme: { mode: 'light' }, networks: ['eip155:1'] })
})

it('keeps the config of ConnectKit apart from another one of wagmi', async () => {
  const { config } = await imported('connectkit', {
    'wagmi.ts': `
      import { getDefaultConfig } from 'connectkit'
      import { createConfig, mock } from 'wagmi'
      import { foundry, mainnet } from 'wagmi/chains'
      export const config = createConfig(getDefaultConfig({ appName: 'A', walletConnectProjectId: 'p', chains: [mainnet] }))
      export const testConfig = createConfig({
        ...getDefaultConfig({ appName: 'T', walletConnectProjectId: 't', chains: [mainnet] }),
        chains: [foundry],
        connectors: [mock({ accounts: [] })],
      })`,
  })
  expect(config).toMatchObject({ projectId: 'p', networks: ['eip155:1'] })
  expect(config).not.toHaveProperty('enableWalletConnect')
})

it('names each connector class of the site', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.tsx': `
      import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
      import { createConfig, InjectedConnector } from 'wagmi'
      import { mainnet } from 'wagmi/chains'
      class OneConnector extends InjectedConnector {}
      class TwoConnector extends InjectedConnector {}
      export const config = createConfig({ chains: [mainnet], connectors: [new OneConnector({}), new TwoConnector({})] })
      export const Page = () => <RainbowKitProvider />`,
  })
  expect(lostOf(answer).join()).toMatch(/OneConnector.*TwoConnector/)
})
