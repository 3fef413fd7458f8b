/** Small pages from the documentation of AppKit and RainbowKit, with walletkit's modules instead of theirs. */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { mainnet } from 'viem/chains'
import eip155 from '../../runtime/chains/eip155/index.ts'
import {
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  useAppKit,
  useAppKitAccount,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from '../../runtime/compatAppkit.tsx'
import {
  ConnectButton,
  darkTheme,
  lightTheme,
  midnightTheme,
  RainbowKitProvider,
  type Theme,
  useAccountModal,
  useChainModal,
  useConnectModal,
} from '../../runtime/compatRainbowkit.tsx'
import { toVariables } from '../../runtime/interop/rainbowkitTheme.ts'
import { createWalletKit, type WalletKit } from '../../runtime/index.ts'
import { kitOf } from '../../runtime/kit/walletKit.ts'
import { WalletKitProvider } from '../../runtime/react.tsx'
import { setAccount } from '../../runtime/state/setAccount.ts'
import { network } from '../support/kit.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const create = () =>
  createWalletKit({ config: { projectId: 'p', networks: [network(1, 'One'), network(10, 'Ten')] }, chains: [eip155] })
const connect = (kit: WalletKit, balance = '1.5') =>
  setAccount(kitOf(kit).state.accounts, 'eip155', {
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}`,
    status: 'connected',
    balance,
    balanceSymbol: 'ETH',
    balanceStatus: 'success',
  })

/** Renders a component that calls `use`. @returns the hook's result */
function rendered<T>(kit: WalletKit, use: () => T): T {
  const seen: T[] = []
  const Page = () => {
    seen.push(use())
    return null
  }
  renderToString(
    <WalletKitProvider kit={kit}>
      <Page />
    </WalletKitProvider>,
  )
  const [first] = seen
  if (first === undefined) throw new Error('Nothing was rendered')
  return first
}
const html = (kit: WalletKit, children: ReactNode) =>
  renderToString(<WalletKitProvider kit={kit}>{children}</WalletKitProvider>)

it('AppKit’s hooks say what the kit says', () => {
  const kit = create()
  connect(kit)
  const seen = rendered(kit, () => ({
    account: useAppKitAccount(),
    network: useAppKitNetwork(),
    state: useAppKitState(),
    theme: useAppKitTheme(),
    wallet: useWalletInfo(),
    events: useAppKitEvents(),
    provider: useAppKitProvider<{ request: unknown }>('eip155'),
    modal: useAppKit(),
    leave: useDisconnect(),
  }))
  expect(seen.account).toMatchObject({ address: ADDRESS, isConnected: true, status: 'connected' })
  expect(seen.network).toMatchObject({ chainId: 1, caipNetworkId: 'eip155:1' })
  expect(seen.state).toMatchObject({ open: false, selectedNetworkId: 'eip155:1', activeChain: 'eip155' })
  expect(seen.theme.themeMode).toMatch(/light|dark/)
  expect(seen.wallet).toEqual({ walletInfo: kit.getWalletInfo() })
  expect(seen.provider).toEqual({ walletProvider: kit.getProvider('eip155'), walletProviderType: undefined })
  expect(seen.events.data).toEqual(kit.getEvent())
  expect(seen.theme.setThemeVariables).toBe(kit.setThemeVariables)
})

it('useAppKit opens the modal for one chain family', async () => {
  const asked: unknown[] = []
  const kit = Object.assign(create(), { open: async (options: unknown) => void asked.push(options) })
  const { open } = rendered(kit, useAppKit)
  await open({ view: 'Connect', namespace: 'solana' })
  await open()
  expect(asked).toEqual([{ view: 'Connect', namespace: 'solana' }, {}])
})

it('useAppKit opens the swap with what the page names', async () => {
  const asked: unknown[] = []
  const kit = Object.assign(create(), { open: async (options: unknown) => void asked.push(options) })
  const { open } = rendered(kit, useAppKit)
  await open({ view: 'Swap', arguments: { amount: '321.123', fromToken: 'USDC', toToken: 'ETH' } })
  expect(asked).toEqual([{ view: 'Swap', params: { amount: '321.123', fromToken: 'USDC', toToken: 'ETH' } }])
})

it.each([
  ['viem’s network', { ...mainnet, id: 10 }, 'eip155:10'],
  ['AppKit’s network', { id: 10, caipNetworkId: 'eip155:10' }, 'eip155:10'],
])('useAppKitNetwork switches to %s', async (_name, to, id) => {
  const kit = create()
  await rendered(kit, useAppKitNetwork).switchNetwork(to)
  expect(kit.getCaipNetwork()?.caipNetworkId).toBe(id)
})

it('AppKit’s components are walletkit’s buttons', () => {
  const kit = create()
  const all = () =>
    html(
      kit,
      <>
        <AppKitButton label="Sign in" />
        <AppKitConnectButton />
        <AppKitNetworkButton />
      </>,
    )
  expect(all()).toMatch(/>Sign in<.*>Connect Wallet<.*>One</)
  connect(kit)
  expect(all()).toMatch(/>0xf39F…2266<.*>One</)
  expect(all()).not.toContain('Connect Wallet')
})

it('RainbowKit’s hooks offer what can be opened', () => {
  const kit = create()
  const use = () => ({ ...useConnectModal(), ...useAccountModal(), ...useChainModal() })
  const before = rendered(kit, use)
  expect(before).toMatchObject({ connectModalOpen: false, accountModalOpen: false, chainModalOpen: false })
  expect(before.openConnectModal).toBeTypeOf('function')
  expect([before.openAccountModal, before.openChainModal]).toEqual([undefined, undefined])
  connect(kit)
  const after = rendered(kit, use)
  expect(after.openConnectModal).toBeUndefined()
  expect([after.openAccountModal, after.openChainModal].every((each) => typeof each === 'function')).toBe(true)
})

it('ConnectButton.Custom gives the account and the network', () => {
  const kit = create()
  const custom = (
    <ConnectButton.Custom>
      {({ account, chain, mounted }) => (
        <p>
          {JSON.stringify({
            name: account?.displayName,
            balance: account?.displayBalance,
            chain: chain?.name,
            mounted,
          })}
        </p>
      )}
    </ConnectButton.Custom>
  )
  expect(html(kit, custom).replaceAll('&quot;', '"')).toBe('<p>{"chain":"One","mounted":false}</p>')
  connect(kit)
  expect(html(kit, custom).replaceAll('&quot;', '"')).toBe(
    '<p>{"name":"0xf39F…2266","balance":"1.5 ETH","chain":"One","mounted":false}</p>',
  )
  expect(html(kit, <ConnectButton label="Log in" showBalance={false} />)).toContain('0xf39F…2266')
})

it('ConnectButton.Custom takes the page of RainbowKit’s documentation as it is', () => {
  const kit = create()
  connect(kit)
  const custom = (
    <ConnectButton.Custom>
      {({ account, chain, openChainModal, openConnectModal, authenticationStatus, mounted }) => {
        const ready = mounted && authenticationStatus !== 'loading'
        const isSigned = !authenticationStatus || authenticationStatus === 'authenticated'
        if (!(ready && account && chain && isSigned)) return <button onClick={openConnectModal}>Connect</button>
        return (
          <button onClick={openChainModal} title={chain.iconBackground}>
            {chain.name}
          </button>
        )
      }}
    </ConnectButton.Custom>
  )
  // Nothing of the visitor in what a server renders: tests/flows/doors.test.ts sees the page of a browser.
  expect(html(kit, custom)).toBe('<button>Connect</button>')
})

it.each([
  ['1.234567890123456789', '1.234 ETH'],
  ['0.5000', '0.5 ETH'],
  ['0.0001', '0 ETH'],
  ['100', '100 ETH'],
])('ConnectButton.Custom shortens the balance %s, and has it exactly too', (balance, shown) => {
  const kit = create()
  connect(kit, balance)
  const custom = (
    <ConnectButton.Custom>
      {({ account }) => `${account?.displayBalance} of ${account?.balanceFormatted}`}
    </ConnectButton.Custom>
  )
  expect(html(kit, custom)).toBe(`${shown} of ${balance}`)
})

it('RainbowKit’s themes become walletkit’s variables, and its provider gives the kit', () => {
  expect(toVariables(darkTheme({ ...darkTheme.accentColors.pink, borderRadius: 'small' }))).toEqual({
    mode: 'dark',
    variables: { '--wk-accent': '#FF5CA0', '--wk-on-accent': '#fff', '--wk-border-radius-master': '2px' },
  })
  expect(toVariables(lightTheme())).toEqual({ mode: 'light', variables: {} })
  // A theme of a page's own: parts of another one, and its own colours and font.
  const { mode: _mode, ...own }: Theme = {
    ...midnightTheme(),
    colors: { ...midnightTheme().colors, accentColor: '#0f0', modalBackground: '#000' },
    fonts: { body: 'Inter' },
    radii: { ...midnightTheme().radii, modal: '12px' },
  }
  expect(toVariables(own)).toEqual({
    mode: 'dark',
    variables: {
      '--wk-accent': '#0f0',
      '--wk-surface-0': '#000',
      '--wk-font-family': 'Inter',
      '--wk-border-radius-master': '2px',
    },
  })
  const page = renderToString(
    <RainbowKitProvider kit={create()} theme={{ lightMode: lightTheme(), darkMode: darkTheme() }}>
      <ConnectButton label="Log in" />
    </RainbowKitProvider>,
  )
  expect(page).toContain('>Log in<')
})
