/** A page that uses the public entry points as sites do: each function of `window.doors` is a small site. */
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { createSSRApp, h, nextTick, shallowRef } from 'vue'
import { createWalletKit, type Generated, type WalletKit } from 'walletkit'
import eip155 from 'walletkit/chains/eip155'
import { darkTheme, lightTheme, RainbowKitProvider, type Theme } from 'walletkit/compat/rainbowkit'
import { ConnectButton, useConnect, useWallets, useWalletKit, WalletKitProvider } from 'walletkit/react'
import { HydrationProvider } from 'walletkit/ssr'
import { createWalletKit as createVueKit, useAccount as useVueAccount } from 'walletkit/vue'
import { asOnServer } from '../../../runtime/headless/asOnServer.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { network } from './network.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const generated: Generated = {
  config: { projectId: 'doors', networks: [network(1), network(10)] },
  chains: [eip155],
}
const place = () => document.body.appendChild(document.createElement('div'))
const pause = (ms = 500) => new Promise((resolve) => setTimeout(resolve, ms))
/** Waits for what a busy machine may show late, then a while for what must not come after it. */
async function until(check: () => boolean) {
  for (const end = performance.now() + 8_000; !check() && performance.now() < end;) await pause(50)
  await pause()
}
const dialogs = () => document.querySelectorAll('[data-theme]').length

/** Shows what a server has sent. */
function serve(container: Element, html: string) {
  // eslint-disable-next-line no-restricted-syntax -- a browser parses what a server sends
  container.innerHTML = html
}

function connect(kit: WalletKit) {
  setAccount(kitOf(kit).state.accounts, 'eip155', {
    address: ADDRESS,
    caipAddress: `eip155:1:${ADDRESS}`,
    status: 'connected',
    allAccounts: [{ address: ADDRESS, type: 'eoa' }],
  })
}

/** Renders `page` as a server does, then hydrates it with this visitor's kit. */
async function hydrate(page: ReactNode, kit: WalletKit) {
  const tree = () => (
    <HydrationProvider kit={kit} generated={generated}>
      {page}
    </HydrationProvider>
  )
  const container = place()
  serve(container, renderToString(tree()))
  hydrateRoot(container, tree())
  await pause()
}

const doors = {
  /** A page that a server rendered opens the modal as soon as it is there. */
  opensOnItsOwn: async () => {
    const kit = createWalletKit(generated)
    const Page = () => {
      const own = useWalletKit()
      useEffect(() => void own.open(), []) // eslint-disable-line react-hooks/exhaustive-deps -- as sites do
      return <ConnectButton />
    }
    await hydrate(<Page />, kit)
    await until(() => kit.isOpen() && dialogs() > 0)
    return { isOpen: kit.isOpen(), dialogs: dialogs() }
  },

  /** A page that a server rendered lists the wallets, and connects one as soon as it is there. */
  looksForWallets: async () => {
    const asked: string[] = []
    addEventListener('eip6963:requestProvider', () => asked.push('asked'))
    const kit = createWalletKit(generated)
    const states: string[] = []
    const Page = () => {
      const { status } = useWallets()
      const { status: connecting, error, connect: ask } = useConnect()
      useEffect(() => void ask({ id: 'nobody' }), []) // eslint-disable-line react-hooks/exhaustive-deps -- as sites do
      states.push(`${status} ${connecting} ${error?.code ?? ''}`)
      return null
    }
    await hydrate(<Page />, kit)
    await until(() => states.at(-1)?.startsWith('success error') ?? false)
    return { asked: asked.length, first: states[0], last: states.at(-1) }
  },

  /** Vue: a component that is shown long after the page was hydrated. */
  showsLater: async () => {
    const plugin = createVueKit(generated, { ssr: true })
    connect(plugin.kit)
    const shows = shallowRef(false)
    const seen: boolean[] = []
    const Child = {
      setup() {
        const account = useVueAccount()
        seen.push(account.value.isConnected)
        return () => `${account.value.isConnected}`
      },
    }
    const page = () => createSSRApp({ render: () => h('div', [h(Child), shows.value ? h(Child) : null]) }).use(plugin)
    const container = place()
    // The server's account: none.
    serve(container, '<div>false<!----></div>')
    page().mount(container)
    await nextTick()
    const hydrated = container.textContent
    shows.value = true
    await nextTick()
    return { hydrated, shown: container.textContent, seen }
  },

  /** RainbowKit: a page changes between a theme of its own and a plain dark one. */
  changesTheme: async () => {
    const kit = createWalletKit({
      ...generated,
      config: { ...generated.config, theme: { variables: { '--wk-ok': '#010203' } } },
    })
    const light: Theme = { ...lightTheme({ accentColor: '#123456', borderRadius: 'none' }) }
    light.colors = { ...light.colors, modalBackground: '#fff' }
    const root = createRoot(place())
    const show = async (theme: Theme | null) => {
      root.render(
        <StrictMode>
          <RainbowKitProvider kit={kit} theme={theme}>
            <ConnectButton />
          </RainbowKitProvider>
        </StrictMode>,
      )
      await pause()
    }
    await show(light)
    await kit.open()
    const host = document.querySelector<HTMLElement>('[data-theme]')
    const seen = () => ({
      ...kit.getThemeVariables(),
      surface: host?.style.getPropertyValue('--wk-surface-0'),
      ok: host?.style.getPropertyValue('--wk-ok'),
    })
    const before = seen()
    await show(darkTheme())
    return { before, after: seen() }
  },

  /** AppKit: an effect that names every function and value that it uses, as React’s lint rule demands. */
  keepsItsFunctions: async () => {
    const { useAppKit, useAppKitNetwork, useAppKitState, useWalletInfo } = await import('walletkit/compat/appkit')
    const kit = createWalletKit(generated)
    connect(kit)
    const runs: string[] = []
    const Page = () => {
      const { open, close } = useAppKit()
      const { switchNetwork } = useAppKitNetwork()
      const { walletInfo } = useWalletInfo()
      const { open: isOpen } = useAppKitState()
      useEffect(() => void runs.push('functions'), [open, close, switchNetwork])
      useEffect(() => void runs.push('wallet'), [walletInfo])
      return `${isOpen}`
    }
    createRoot(place()).render(
      <WalletKitProvider kit={kit}>
        <Page />
      </WalletKitProvider>,
    )
    await pause()
    kitOf(kit).state.accounts.eip155.connectedWalletInfo = { name: 'One', type: 'INJECTED' } as never
    await pause()
    await kit.open()
    await kit.close()
    await pause()
    return runs
  },

  /** RainbowKit: what is open, while the visitor walks through the modal. */
  saysWhatIsOpen: async () => {
    const { useAccountModal, useChainModal } = await import('walletkit/compat/rainbowkit')
    const kit = createWalletKit(generated)
    connect(kit)
    let last = ''
    const Page = () => {
      const { accountModalOpen } = useAccountModal()
      const { chainModalOpen } = useChainModal()
      last = accountModalOpen ? 'account' : chainModalOpen ? 'networks' : 'none'
      return null
    }
    createRoot(place()).render(
      <WalletKitProvider kit={kit}>
        <Page />
      </WalletKitProvider>,
    )
    const seen: string[] = []
    const steps = [
      () => kit.open(),
      () => kit.redirect('Networks'),
      () => kit.open({ view: 'Account' }),
      () => kit.close(),
    ]
    for (const step of steps) {
      await step()
      await pause()
      seen.push(last)
    }
    return seen
  },

  /** RainbowKit: a page that a server rendered, for a visitor who was connected before. */
  hydratesForReturning: async () => {
    const { ConnectButton: RainbowButton } = await import('walletkit/compat/rainbowkit')
    const seen: string[] = []
    const Page = () => (
      <>
        <RainbowButton />
        <RainbowButton.Custom>
          {({ account, mounted }) => {
            const text = mounted && account ? account.displayName : 'nobody'
            seen.push(text)
            return <i>{text}</i>
          }}
        </RainbowButton.Custom>
      </>
    )
    const nested = (kit: WalletKit) => (
      <HydrationProvider kit={kit} generated={generated}>
        <RainbowKitProvider kit={kit}>
          <Page />
        </RainbowKitProvider>
      </HydrationProvider>
    )
    const bare = (kit: WalletKit) => (
      <RainbowKitProvider kit={kit}>
        <RainbowButton.Custom>
          {({ account, mounted }) => (mounted && account ? account.displayName : 'nobody')}
        </RainbowButton.Custom>
      </RainbowKitProvider>
    )
    const kit = createWalletKit(generated)
    const [first, second] = [place(), place()]
    serve(first, renderToString(nested(asOnServer(generated))))
    serve(second, renderToString(bare(asOnServer(generated))))
    connect(kit)
    hydrateRoot(first, nested(kit))
    hydrateRoot(second, bare(kit))
    await until(() => /0x.*0x/.test(first.textContent) && second.textContent.startsWith('0x'))
    return { text: first.textContent, custom: second.textContent, first: seen[0] }
  },

  /** A page that destroys its kit while the modal still loads, as a component does that is gone at once. */
  leavesWhileLoading: async () => {
    const kit = createWalletKit(generated)
    const opening = kit.open().then(
      () => 'opened',
      () => 'refused',
    )
    kit.destroy()
    const outcome = await opening
    await pause(1_500)
    return { outcome, isLoading: kit.getState().loading, dialogs: dialogs() }
  },

  /** A page destroys its kit and creates another one, while its tag stays. */
  createsAgain: async () => {
    const { defineElements } = await import('walletkit/elements')
    defineElements()
    const first = createWalletKit(generated)
    const tag = document.body.appendChild(document.createElement('walletkit-button'))
    await pause()
    first.destroy()
    await pause()
    const second = createWalletKit(generated)
    connect(second)
    await until(() => tag.textContent.startsWith('0x'))
    const text = tag.textContent
    tag.querySelector('button')?.click()
    await until(() => second.isOpen())
    return { text, opened: [first.isOpen(), second.isOpen()] }
  },
}
export type Doors = typeof doors
Object.assign(window, { doors })
