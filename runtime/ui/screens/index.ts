/** Lists the runtime's own screens. Connect loads with the shell, because the first click shows it. */
import { hasRemote } from '../../contracts/remote.ts'
import type { Kit } from '../../contracts/kit.ts'
import { ConnectView } from './Connect/ConnectView.tsx'
import type { CoreView, CoreViews } from './types.ts'

const getWallet: CoreView<'GetWallet'> = {
  title: (params, text) =>
    params?.wallet
      ? text('title.GetWallet.named', 'Get {wallet}', { wallet: params.wallet.name })
      : text('title.GetWallet', 'Get a wallet'),
  load: () => import('./GetWallet/GetWalletView.tsx'),
}

const signInView = async ({ parts }: Kit) => {
  const { default: part } = await (parts.siwx ?? missing)()
  return part.view()
}
const missing = () => Promise.reject<never>(new Error('Not in this build'))

/**
 * The sign-in view. It loads with the `siwx` part, and has a second name, `ConnectingSiwe`, that `siweConfig` sites
 * know.
 */
const signMessage: CoreView<'SIWXSignMessage'> = {
  title: 'Sign In',
  back: false,
  part: 'siwx',
  load: (kit) => signInView(kit),
}

/** Starts the relay client while the screen loads, because it takes longer than the screen. */
const fetchRemote = (kit: Kit) =>
  void (
    hasRemote(kit) &&
    kit.parts
      .remote?.()
      .then((part) => part.default.prepare?.(kit))
      .catch(() => undefined)
  )

export const coreViews: CoreViews = {
  Connect: { title: 'Connect Wallet', component: ConnectView },
  ConnectingExternal: {
    title: (params, text) => params?.connector?.name ?? params?.wallet?.name ?? text('title.Connect', 'Connect Wallet'),
    load: () => import('./ConnectingExternal/ConnectingExternalView.tsx'),
  },
  ConnectingMultiChain: {
    title: 'Select chain',
    load: () => import('./ConnectingMultiChain/ConnectingMultiChainView.tsx'),
  },
  ConnectingWalletConnect: {
    title: (params) => params?.wallet?.name ?? 'WalletConnect',
    load: (kit) => (fetchRemote(kit), import('./ConnectingWalletConnect/ConnectingWalletConnectView.tsx')),
  },
  ConnectingWalletConnectBasic: {
    title: 'WalletConnect',
    load: (kit) => (fetchRemote(kit), import('./ConnectingWalletConnect/ConnectingWalletConnectBasicView.tsx')),
  },
  AllWallets: { title: 'All Wallets', load: () => import('./AllWallets/AllWalletsView.tsx') },
  Account: { title: () => undefined, load: () => import('./Account/AccountView.tsx') },
  Connections: { title: 'Connected wallets', load: () => import('./Connections/ConnectionsView.tsx') },
  Networks: { title: 'Choose Network', load: () => import('./Networks/NetworksView.tsx') },
  SwitchNetwork: {
    title: (params, text) => params?.network?.name ?? text('title.SwitchNetwork', 'Switch Network'),
    load: () => import('./SwitchNetwork/SwitchNetworkView.tsx'),
  },
  UnsupportedChain: { title: 'Switch Network', load: () => import('./UnsupportedChain/UnsupportedChainView.tsx') },
  WhatIsAWallet: { title: 'What is a wallet?', load: () => import('./WhatIsAWallet/WhatIsAWalletView.tsx') },
  WhatIsANetwork: { title: 'What is a network?', load: () => import('./WhatIsANetwork/WhatIsANetworkView.tsx') },
  GetWallet: getWallet,
  // AppKit's name for the same screen.
  Downloads: getWallet,
  SIWXSignMessage: signMessage,
  ConnectingSiwe: signMessage,
  ApproveTransaction: {
    title: 'Approve Transaction',
    part: 'auth',
    load: async ({ parts }) => (await (parts.auth ?? missing)()).default.approveView(),
  },
  PluginReview: { title: 'Review request', load: () => import('./PluginReview/PluginReviewView.tsx') },
}

/** Finds one of the runtime's views by name; `undefined` if there is none, or its part is not in the build. */
export function findCoreView(kit: Kit, name: string): CoreView | undefined {
  // A name may come from outside, and may be that of a property that every object inherits, such as `constructor`.
  if (!Object.hasOwn(coreViews, name)) return undefined
  const view = coreViews[name as keyof typeof coreViews] as CoreView | undefined
  return view?.part && !kit.parts[view.part] ? undefined : view
}
