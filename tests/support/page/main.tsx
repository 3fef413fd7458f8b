/** The page of the flow tests: a production build of the source, whose config each test brings along. */
import { createRoot } from 'react-dom/client'
import { type Config, createWalletKit, defineChain, type Generated, VIEWS, type WalletKit } from 'walletkit'
import { defineElements } from 'walletkit/elements'
import { ConnectButton, NetworkButton, WalletKitProvider } from 'walletkit/react'
import eip155 from 'walletkit/chains/eip155'
import receive from 'walletkit/plugins/receive'
import send from 'walletkit/plugins/send'
import probe from './probe.tsx'

/** What a test puts on the window before the page's own code runs. */
export type Setup = { config: Config; chains?: 'none'; react?: boolean; mount?: boolean; probe?: boolean }

declare global {
  var setup: Setup
  var kit: WalletKit
  /** The status right after the kit was made. */
  var began: string
  var events: { event: string; properties?: unknown }[]
  var errors: { code: string; message: string }[]
  var walletkit: {
    createWalletKit: typeof createWalletKit
    views: typeof VIEWS
    defineChain: typeof defineChain
    generated: Generated
  }
}

const { config, chains, react, mount, probe: probed } = globalThis.setup
const on = [send, receive].filter(({ feature }) => config.features?.[feature])
const generated: Generated = {
  config,
  chains: chains === 'none' ? [] : [eip155],
  plugins: probed ? [...on, probe] : on,
}

globalThis.walletkit = { createWalletKit, views: VIEWS, defineChain, generated }
globalThis.kit = createWalletKit(generated)
globalThis.began = kit.getAccount().status
globalThis.events = []
globalThis.errors = []
kit.subscribeEvents((event) => void events.push(event))
kit.onError(({ code, message }) => void errors.push({ code, message }))
defineElements()

if (mount) void kit.mount(document.querySelector('#place') as Element)
if (react) {
  createRoot(document.querySelector('#react') as Element).render(
    <WalletKitProvider kit={kit}>
      <ConnectButton label="Connect by React" />
      <NetworkButton />
    </WalletKitProvider>,
  )
}
