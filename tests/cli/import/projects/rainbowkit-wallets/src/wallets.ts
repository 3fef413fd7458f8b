import type { Wallet } from '@rainbow-me/rainbowkit'
import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import {
  injectedWallet,
  ledgerWallet,
  rabbyWallet,
  safeWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'

const buoyWallet = ({ projectId }: { projectId: string }): Wallet => ({
  id: 'buoy',
  name: 'Buoy',
  rdns: 'example.buoy',
  iconUrl: 'https://buoy.example/icon.png',
  iconBackground: '#fff',
  downloadUrls: { android: 'https://play.google.com/store/apps/details?id=example.buoy', ios: 'https://apps.apple.com/app/id1' },
  mobile: { getUri: (uri: string) => `buoy://wc?uri=${encodeURIComponent(uri)}` },
  createConnector: () => null as never,
})

const anchorWallet = ({ projectId }: { projectId: string }): Wallet => ({
  id: 'anchor',
  name: 'Anchor',
  iconUrl: 'https://anchor.example/icon.png',
  iconBackground: '#fff',
  createConnector: () => null as never,
})

export const connectors = connectorsForWallets(
  [
    { groupName: 'Recommended', wallets: [rabbyWallet, ledgerWallet, anchorWallet, buoyWallet] },
    { groupName: 'Others', wallets: [injectedWallet, walletConnectWallet, safeWallet] },
  ],
  { appName: 'Pier', projectId: 'a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9' },
)
