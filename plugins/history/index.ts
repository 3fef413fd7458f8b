import { definePlugin } from 'walletkit/plugin'

/** The properties of the events about fetching transactions. */
type FetchEvent = {
  address: string | undefined
  projectId: string | undefined
  cursor: string | undefined
  isSmartAccount: boolean
}

declare module 'walletkit/plugin' {
  interface ViewParams {
    Transactions: undefined
  }
  interface TrackingEvents {
    CLICK_TRANSACTIONS: { isSmartAccount: boolean }
    ERROR_FETCH_TRANSACTIONS: FetchEvent
    LOAD_MORE_TRANSACTIONS: FetchEvent
  }
}

export default definePlugin({
  id: 'history',
  feature: 'history',
  engine: '^0.1',
  permissions: { services: ['api'] },
  events: ['CLICK_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS', 'LOAD_MORE_TRANSACTIONS'],
  api: () => import('./api.ts'),
  controller: () => import('./controller.ts'),
  views: { Transactions: { title: 'Activity', load: () => import('./views/TransactionsView.tsx') } },
  slots: {
    accountTabs: [{ key: 'activity', label: 'Activity', order: 30, load: () => import('./views/ActivityTab.tsx') }],
  },
})
