/** Lists the runtime's own screens. Connect loads with the shell, because the first click shows it. */
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

/** The sign-in view. It loads with the `siwx` part and has two names. */
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
  // AppKit's name for the same screen.
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

/** Finds one of the runtime's views by name; `undefined` if there is none, or its part is not in the build. */
export function findCoreView(kit: Kit, name: string): CoreView | undefined {
  const view = coreViews[name as keyof typeof coreViews] as CoreView | undefined
  return view?.part && !kit.parts[view.part] ? undefined : view
}
