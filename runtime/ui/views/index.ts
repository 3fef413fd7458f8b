/** The core's own screens, as a manifest. Connect is what a first click shows, so it comes with the shell. */
import { hasRemote } from '../../connectors/remote.ts'
import type { Kit } from '../../kit.ts'
import { ConnectView } from './ConnectView.tsx'
import type { CoreView, CoreViews } from './types.ts'

const getWallet: CoreView<'GetWallet'> = {
  title: (params) => (params?.wallet ? `Get ${params.wallet.name}` : 'Get a wallet'),
  load: () => import('./GetWalletView.tsx'),
}

const signInView = async ({ parts }: Kit) => {
  const { default: part } = await (parts.siwx ?? missing)()
  return part.view()
}
const missing = () => Promise.reject<never>(new Error('Not in this build'))

/** Comes with the part, under either of its names. */
const signMessage: CoreView<'SIWXSignMessage'> = {
  title: 'Sign In',
  back: false,
  part: 'siwx',
  load: (kit) => signInView(kit),
}

/** The relay client is the longer part of the wait for a code: it is made beside the screen. */
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
    title: (params) => params?.connector?.name ?? params?.wallet?.name ?? 'Connect Wallet',
    load: () => import('./ConnectingExternalView.tsx'),
  },
  ConnectingMultiChain: { title: 'Select chain', load: () => import('./ConnectingMultiChainView.tsx') },
  ConnectingWalletConnect: {
    title: (params) => params?.wallet?.name ?? 'WalletConnect',
    load: (kit) => (fetchRemote(kit), import('./ConnectingWalletConnectView.tsx')),
  },
  ConnectingWalletConnectBasic: {
    title: 'WalletConnect',
    load: (kit) => (fetchRemote(kit), import('./ConnectingWalletConnectBasicView.tsx')),
  },
  AllWallets: { title: 'All Wallets', load: () => import('./AllWalletsView.tsx') },
  Account: { title: () => undefined, load: () => import('./AccountView.tsx') },
  Networks: { title: 'Choose Network', load: () => import('./NetworksView.tsx') },
  SwitchNetwork: {
    title: (params) => params?.network?.name ?? 'Switch Network',
    load: () => import('./SwitchNetworkView.tsx'),
  },
  UnsupportedChain: { title: 'Switch Network', load: () => import('./UnsupportedChainView.tsx') },
  WhatIsAWallet: { title: 'What is a wallet?', load: () => import('./WhatIsAWalletView.tsx') },
  WhatIsANetwork: { title: 'What is a network?', load: () => import('./WhatIsANetworkView.tsx') },
  GetWallet: getWallet,
  // What the same screen is called elsewhere (reference 1.10).
  Downloads: getWallet,
  SIWXSignMessage: signMessage,
  ConnectingSiwe: signMessage,
  ApproveTransaction: {
    title: 'Approve Transaction',
    part: 'auth',
    load: async ({ parts }) => (await (parts.auth ?? missing)()).default.approveView(),
  },
  PluginReview: { title: 'Review request', load: () => import('./PluginReviewView.tsx') },
}

/** A view of the core by its name; `undefined` where there is none, or its part is not in the build. */
export function findCoreView(kit: Kit, name: string): CoreView | undefined {
  const view = coreViews[name as keyof typeof coreViews] as CoreView | undefined
  return view?.part && !kit.parts[view.part] ? undefined : view
}
