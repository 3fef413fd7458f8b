/** The page of the catalogue: a kit by the public doors, whose config each fixture may change. */
import { type Config, createWalletKit, type WalletKit } from 'walletkit'
import bip122 from 'walletkit/chains/bip122'
import eip155 from 'walletkit/chains/eip155'
import realSolana from 'walletkit/chains/solana'
import email from 'walletkit/plugins/email'
import history from 'walletkit/plugins/history'
import names from 'walletkit/plugins/names'
import onramp from 'walletkit/plugins/onramp'
import receive from 'walletkit/plugins/receive'
import send from 'walletkit/plugins/send'
import smartSessions from 'walletkit/plugins/smart-sessions'
import socials from 'walletkit/plugins/socials'
import swaps from 'walletkit/plugins/swaps'
import { guestPlugin } from './guest.tsx'
import { solana } from './solana.ts'

/** What a fixture puts on the window before the page's own code runs. */
export type Setup = {
  config: Config
  /** A second namespace, with a wallet that approved one network of two. */
  solana?: boolean
  /** The sandbox's Solana and Bitcoin, with the test wallet's keys on them. */
  others?: boolean
  /** Wallets on other devices, over the sandbox's relay. */
  remote?: boolean
  /** A way in without a wallet, over the sandbox's login service; `config.features` names it. */
  login?: boolean
}

declare global {
  var catalogue: Setup
  var kit: WalletKit
}

const { config, solana: both, others, remote, login } = globalThis.catalogue
globalThis.kit = createWalletKit({
  config,
  chains: [eip155, ...(both ? [solana] : []), ...(others ? [realSolana, bip122] : [])],
  plugins: [
    send,
    receive,
    ...[email, socials, swaps, history, onramp, names, smartSessions].filter(
      ({ feature }) => config.features?.[feature],
    ),
    guestPlugin,
  ],
  parts: {
    ...(remote && { remote: () => import('walletkit/walletconnect') }),
    ...(login && { auth: () => import('walletkit/auth') }),
    ...(config.siwx && {
      siwx: () => import('walletkit/siwx'),
      verifiers: { eip155: () => import('walletkit/siwx/eip155') },
    }),
  },
})
