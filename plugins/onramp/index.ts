import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    OnRampProviders: undefined
    OnRampTokenSelect: undefined
    OnRampFiatSelect: undefined
    OnRampActivity: undefined
    BuyInProgress: undefined
    WhatIsABuy: undefined
  }
  interface TrackingEvents {
    SELECT_BUY_CRYPTO: { isSmartAccount: boolean }
    SELECT_BUY_PROVIDER: { provider: string; isSmartAccount: boolean }
    SELECT_WHAT_IS_A_BUY: { isSmartAccount: boolean }
  }
}

export default definePlugin({
  id: 'onramp',
  feature: 'onramp',
  engine: '^0.1',
  permissions: { services: ['api'] },
  events: ['SELECT_BUY_CRYPTO', 'SELECT_BUY_PROVIDER', 'SELECT_WHAT_IS_A_BUY'],
  api: () => import('./api.ts'),
  controller: () => import('./controller.ts'),
  views: {
    OnRampProviders: { title: 'Choose Provider', load: () => import('./views/ProvidersView.tsx') },
    OnRampTokenSelect: { title: 'Select Token', load: () => import('./views/TokenSelectView.tsx') },
    OnRampFiatSelect: { title: 'Select Currency', load: () => import('./views/FiatSelectView.tsx') },
    OnRampActivity: { title: 'Activity', load: () => import('./views/ActivityView.tsx') },
    BuyInProgress: { title: 'Buy', load: () => import('./views/InProgressView.tsx') },
    WhatIsABuy: { title: 'What is Buy?', load: () => import('./views/WhatIsABuyView.tsx') },
  },
  slots: {
    walletFeatures: [
      {
        key: 'onramp',
        fills: true,
        label: 'Buy',
        icon: 'card',
        order: 10,
        view: 'OnRampProviders',
        namespaces: ['eip155', 'solana'],
      },
    ],
  },
})
