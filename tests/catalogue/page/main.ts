/** The catalogue's page: creates a kit by the public entry points, with a config that each fixture may change. */
import { chooseLanguage, type Config, createWalletKit, type Language, type Messages, type WalletKit } from 'walletkit'
import bip122 from 'walletkit/chains/bip122'
import eip155 from 'walletkit/chains/eip155'
import realSolana from 'walletkit/chains/solana'
import approvals from 'walletkit/plugins/approvals'
import email from 'walletkit/plugins/email'
import history from 'walletkit/plugins/history'
import names from 'walletkit/plugins/names'
import onramp from 'walletkit/plugins/onramp'
import passkey from 'walletkit/plugins/passkey'
import receive from 'walletkit/plugins/receive'
import send from 'walletkit/plugins/send'
import smartSessions from 'walletkit/plugins/smart-sessions'
import socials from 'walletkit/plugins/socials'
import swaps from 'walletkit/plugins/swaps'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { withHosts } from '../../support/page/plugins.ts'
import { guestPlugin } from './guest.tsx'
import { solana } from './solana.ts'

/** The settings of a fixture, set as `window.catalogue` before the page's own code runs. */
export type Setup = {
  config: Config
  /** Adds a second namespace, with a wallet that approved one of its two networks. */
  solana?: boolean
  /** Adds the sandbox's Solana and Bitcoin, with the test wallet's keys for them. */
  others?: boolean
  /** Enables wallets on other devices, over the sandbox's relay. */
  remote?: boolean
  /** Enables login without a wallet, with the sandbox's login service; `config.features` names the methods. */
  login?: boolean
  /** The page's language (BCP 47). Its texts are English until `speak` is called, because a fixture looks for those. */
  tag?: string
}

declare global {
  var catalogue: Setup
  var kit: WalletKit
  /** Shows these texts of the page's language from now on, also in what is rendered already. */
  var speak: (words: Messages) => void
}

const { config, solana: both, others, remote, login, tag } = globalThis.catalogue
let spoken: Language | undefined
const language: Language | undefined = tag
  ? { tag, locale: tag, unread: true, load: async () => undefined, text: (key, values) => spoken?.text(key, values) }
  : undefined
globalThis.kit = createWalletKit({
  config,
  ...(language && { language }),
  chains: [eip155, ...(both ? [solana] : []), ...(others ? [realSolana, bip122] : [])],
  plugins: Object.assign(
    [
      send,
      receive,
      ...[approvals, email, socials, swaps, history, onramp, names, passkey, smartSessions]
        .filter(({ feature }) => config.features?.[feature])
        .map((plugin: AnyPlugin) => withHosts(plugin, config.features)),
      guestPlugin,
    ],
    { icons: () => import('virtual:icons') },
  ),
  parts: {
    ...(remote && { remote: () => import('walletkit/walletconnect') }),
    ...(login && { auth: () => import('walletkit/auth') }),
    ...(config.siwx && {
      siwx: () => import('walletkit/siwx'),
      verifiers: { eip155: () => import('walletkit/siwx/eip155') },
    }),
  },
})

globalThis.speak = (words) => {
  if (!tag) throw new Error('The page has no language')
  spoken = chooseLanguage({ [tag]: { words } }, tag)
  // A part reads its texts when it renders. This makes the header and the view render again.
  kitOf(kit).state.router.inEnglish = false
}
