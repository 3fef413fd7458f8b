import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    WalletReceive: undefined
    WalletCompatibleNetworks: undefined
  }
}

export default definePlugin({
  id: 'receive',
  feature: 'receive',
  engine: '^0.1',
  views: {
    WalletReceive: { title: 'Receive', load: () => import('./views/ReceiveView.tsx') },
    WalletCompatibleNetworks: {
      title: 'Compatible Networks',
      load: () => import('./views/CompatibleNetworksView.tsx'),
    },
  },
  slots: {
    walletFeatures: [
      { key: 'receive', fills: true, label: 'Receive', icon: 'receive', order: 30, view: 'WalletReceive' },
    ],
  },
})
