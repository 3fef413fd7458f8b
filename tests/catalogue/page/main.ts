/** The page of the catalogue: a kit by the public doors, whose config each fixture may change. */
import { type Config, createWalletKit, type WalletKit } from 'walletkit'
import eip155 from 'walletkit/chains/eip155'
import email from 'walletkit/plugins/email'
import receive from 'walletkit/plugins/receive'
import send from 'walletkit/plugins/send'
import socials from 'walletkit/plugins/socials'
import { guestPlugin } from './guest.tsx'
import { solana } from './solana.ts'

/** What a fixture puts on the window before the page's own code runs. */
export type Setup = {
  config: Config
  /** A second namespace, with a wallet that approved one network of two. */
  solana?: boolean
  /** Wallets on other devices, over the sandbox's relay. */
  remote?: boolean
  /** A way in without a wallet, over the sandbox's login service; `config.features` names it. */
  login?: boolean
}

declare global {
  var catalogue: Setup
  var kit: WalletKit
}

const { config, solana: both, remote, login } = globalThis.catalogue
globalThis.kit = createWalletKit({
  config,
  chains: both ? [eip155, solana] : [eip155],
  plugins: [send, receive, ...[email, socials].filter(({ feature }) => config.features?.[feature]), guestPlugin],
  parts: {
    ...(remote && { remote: () => import('walletkit/walletconnect') }),
    ...(login && { auth: () => import('walletkit/auth') }),
    ...(config.siwx && {
      siwx: () => import('walletkit/siwx'),
      verifiers: { eip155: () => import('walletkit/siwx/eip155') },
    }),
  },
})
