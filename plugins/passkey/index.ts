import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    ConnectPasskey: undefined
    PasskeyReview: undefined
    Passkeys: undefined
  }
  interface TrackingEvents {
    PASSKEY_CREATED: undefined
    PASSKEY_FOUND: undefined
    PASSKEY_ADDED: { network: string }
    PASSKEY_RECOVERY_SET: { network: string }
  }
}

export default definePlugin({
  id: 'passkey',
  feature: 'passkey',
  engine: '^0.1',
  permissions: {
    methods: [
      'eth_call',
      'eth_getTransactionReceipt',
      'eth_requestAccounts',
      'eth_sendTransaction',
      'pm_getPaymasterData',
      'pm_getPaymasterStubData',
    ],
    hosts: [{ option: 'bundler' }],
    services: ['paymaster'],
    storage: ['passkey', 'passkey.sent', 'passkey.signed'],
  },
  activate: ['onResume'],
  events: ['PASSKEY_ADDED', 'PASSKEY_CREATED', 'PASSKEY_FOUND', 'PASSKEY_RECOVERY_SET'],
  messages: () => import('./messages.ts'),
  controller: () => import('./controller.ts'),
  views: {
    ConnectPasskey: { title: 'Passkey', load: () => import('./views/ConnectPasskeyView.tsx') },
    PasskeyReview: { title: 'Confirm', back: false, load: () => import('./views/PasskeyReviewView.tsx') },
    Passkeys: { title: 'Passkeys', load: () => import('./views/PasskeysView.tsx') },
  },
  slots: {
    connectMethods: [
      { key: 'passkey', order: 30, namespaces: ['eip155'], load: () => import('./views/PasskeyMethod.tsx') },
    ],
    accountMenu: [
      { key: 'passkey', order: 40, namespaces: ['eip155'], label: 'Passkeys', icon: 'key', view: 'Passkeys' },
    ],
  },
})
