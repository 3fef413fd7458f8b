import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    Approvals: undefined
  }
  interface TrackingEvents {
    OPEN_APPROVALS: { network: string }
    REVOKE_SUCCESS: { network: string; count: number }
    REVOKE_ERROR: { network: string; message: string }
  }
}

export default definePlugin({
  id: 'approvals',
  feature: 'approvals',
  engine: '^0.1',
  activate: ['onTransaction'],
  requires: ['smart-sessions?@^1'],
  permissions: {
    events: ['transaction'],
    methods: [
      'eth_blockNumber',
      'eth_call',
      'eth_getCode',
      'eth_getLogs',
      'eth_getTransactionReceipt',
      'eth_sendTransaction',
      'getMultipleAccounts',
      'getTokenAccountsByOwner',
      'solana_switchNetwork',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_switchEthereumChain',
    ],
  },
  events: ['OPEN_APPROVALS', 'REVOKE_ERROR', 'REVOKE_SUCCESS'],
  controller: () => import('./controller.ts'),
  views: { Approvals: { title: 'Approvals', load: () => import('./views/ApprovalsView.tsx') } },
  slots: {
    accountMenu: [
      {
        key: 'approvals',
        order: 30,
        namespaces: ['eip155', 'solana'],
        label: 'Approvals',
        icon: 'shield',
        view: 'Approvals',
      },
    ],
  },
})
