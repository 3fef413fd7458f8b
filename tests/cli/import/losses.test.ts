/** Parts of set-ups that `walletkit import` lost without a word, or said wrongly. */
import { hints } from '../../../cli/import/messages.ts'
import { expect, it } from 'vitest'
import { hint, imported, names } from './imported.ts'

it('reads what a wagmi config has beside RainbowKit’s own wallets: connectors, RPC addresses', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { connectorsForWallets } from '@rainbow-me/rainbowkit'
      import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
      import { farcasterMiniApp } from '@farcaster/miniapp-wagmi-connector'
      import { createClient, http } from 'viem'
      import { createConfig } from 'wagmi'
      import { base, mainnet } from 'wagmi/chains'
      import { safe, walletConnect } from 'wagmi/connectors'
      const connectors = connectorsForWallets([{ groupName: 'All', wallets: [injectedWallet] }], { appName: 'A', projectId: 'p' })
      const RPC = { [base.id]: 'https://base.test' }
      export const config = createConfig({
        chains: [base, mainnet],
        connectors: [...connectors, safe(), farcasterMiniApp(), walletConnect({ projectId: 'p' })],
        client: ({ chain }) => createClient({ chain, transport: http(RPC[chain.id]) }),
        multiInjectedProviderDiscovery: false, ssr: true, pollingInterval: 4000,
      })`,
  })
  expect(answer.config).toMatchObject({
    customRpcUrls: { 'eip155:8453': ['https://base.test'] },
    services: { relay: 'wss://relay.walletconnect.org' },
  })
  expect(answer.config.enableWalletConnect).toBeUndefined()
  const lost = answer.left.filter((each) => 'lost' in each).map(({ name }) => name)
  expect(lost).toEqual(['safe', 'farcasterMiniApp'])
  expect(names(answer)).toEqual(expect.arrayContaining(['multiInjectedProviderDiscovery', 'ssr', 'pollingInterval']))
  const unread = await imported('rainbowkit', {
    'wagmi.tsx': `
      import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
      import { createConfig } from 'wagmi'
      import { base } from 'wagmi/chains'
      export const config = createConfig({ chains: [base], client: ({ chain }) => clientOf(chain) })
      export const app = <RainbowKitProvider />`,
  })
  expect(hint(unread, 'client')).toBe(hints.rpc)
})

it('reads networks that a project exports by star, its own and a package’s', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { getDefaultConfig } from '@rainbow-me/rainbowkit'
      import * as chains from './chains'
      import { base } from './chains'
      export const config = getDefaultConfig({ appName: 'A', projectId: 'p', wallets: [],
        chains: [chains.harbour, chains.mainnet, base, chains.pier, chains.other] })`,
    'chains/index.ts': `
      export * from 'viem/chains'
      export * from './own'
      export * from 'elsewhere'
      export { pier as harbour } from './own'`,
    'chains/own.ts': `
      export * from '.'
      export const pier = { id: 90210, name: 'Pier', nativeCurrency: { name: 'P', symbol: 'P', decimals: 18 },
        rpcUrls: { default: { http: ['https://pier.test'] } } }`,
  })
  expect(answer.config.networks).toEqual([{ id: 90210, name: 'Pier', ...PIER }, 'eip155:1', 'eip155:8453'])
  expect(answer.left.filter((each) => 'lost' in each).map(({ name }) => name)).toEqual(['chains[4]'])
})

const PIER = {
  nativeCurrency: { name: 'P', symbol: 'P', decimals: 18 },
  rpcUrls: { default: { http: ['https://pier.test'] } },
}

it('reads wallets of RainbowKit that are called: their names, and the project id of version 1', async () => {
  const answer = await imported('rainbowkit', {
    'wagmi.ts': `
      import { connectorsForWallets } from '@rainbow-me/rainbowkit'
      import { injectedWallet, okxWallet, trustWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
      const projectId = 'p'
      connectorsForWallets([{ groupName: 'All', wallets: [injectedWallet({ chains: [] }), walletConnectWallet({ projectId, chains: [] }),
        () => trustWallet({ projectId }), (all) => okxWallet({ ...all, projectId })] }])`,
  })
  expect(answer.config).toMatchObject({
    projectId: 'p',
    wallets: { custom: [{ name: 'Trust Wallet' }, { name: 'OKX Wallet' }] },
  })
  expect(names(answer)).not.toContain('wallets: a function')
})

it('names what the adapters of AppKit add and the config cannot have', async () => {
  const answer = await imported('appkit', {
    'a.ts': `
      import { createAppKit } from '@reown/appkit'
      import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
      import { SolanaAdapter } from '@reown/appkit-adapter-solana'
      import { FancyWalletAdapter, PhantomWalletAdapter } from '@solana/wallet-adapter-wallets'
      import { mainnet } from '@reown/appkit/networks'
      import { makeConnectors } from 'elsewhere'
      createAppKit({ projectId: 'p', networks: [mainnet], enableCoinbase: false, adapters: [
        new WagmiAdapter({ networks: [mainnet], projectId: 'p', connectors: makeConnectors() }),
        new SolanaAdapter({ wallets: [new PhantomWalletAdapter(), new FancyWalletAdapter()] }) ] })`,
  })
  expect(answer.left.filter((each) => 'lost' in each).map(({ name }) => name)).toEqual(['connectors', 'Fancy'])
})

it.each([
  ['is nowhere', {}, 'your-project-id'],
  ['is in .env.local', { '.env.local': 'NEXT_PUBLIC_WC_PROJECT_ID=abcd' }, 'abcd'],
])('keeps QR codes that a set-up has with its project id, which %s', async (_, files, projectId) => {
  const { config } = await imported('connectkit', {
    ...files,
    'a.tsx': `import { ConnectKitProvider } from 'connectkit'
      import { createConfig } from 'wagmi'
      import { mainnet } from 'wagmi/chains'
      import { injected, walletConnect } from 'wagmi/connectors'
      const projectId = process.env.NEXT_PUBLIC_WC_PROJECT_ID
      createConfig({ chains: [mainnet], connectors: [injected(), ...(projectId ? [walletConnect({ projectId })] : [])] })
      export const App = () => <ConnectKitProvider><p /></ConnectKitProvider>`,
  })
  expect(config).toMatchObject({ projectId, services: { relay: 'wss://relay.walletconnect.org' } })
  expect(config.enableWalletConnect).toBeUndefined()
})

it.each([
  [
    'RainbowKitSiweNextAuthProvider',
    'rainbowkit',
    `import { getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
     import { RainbowKitSiweNextAuthProvider } from '@rainbow-me/rainbowkit-siwe-next-auth'
     getDefaultConfig({ appName: 'A', projectId: 'p', chains: [] })
     export const app = <RainbowKitSiweNextAuthProvider><RainbowKitProvider /></RainbowKitSiweNextAuthProvider>`,
  ],
  [
    'configureClientSIWE',
    'connectkit',
    `import { getDefaultConfig } from 'connectkit'
     import { configureClientSIWE } from 'connectkit-next-siwe'
     getDefaultConfig({ appName: 'A', walletConnectProjectId: 'p' })
     const siwe = configureClientSIWE({ apiRoutePrefix: '/api/siwe' })
     export const app = <siwe.Provider><p /></siwe.Provider>`,
  ],
])('says that visitors lose the sign-in of %s', async (name, library, text) => {
  const answer = await imported(library, { 'a.tsx': text })
  expect(answer.left).toContainEqual({
    name,
    hint: hints.signIn,
    lost: true,
    at: expect.stringMatching(/^a\.tsx:/) as string,
  })
})
