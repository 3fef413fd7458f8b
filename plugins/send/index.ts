import { definePlugin } from 'walletkit/plugin'

/** The properties of every send event; `amount` is exact decimal text, `token` is the symbol. */
type SendEvent = { isSmartAccount: boolean; network: string; token: string; amount: string }

declare module 'walletkit/plugin' {
  interface ViewParams {
    /**
     * Initial values of the form. `token`: a symbol, an address, a CAIP-10 address (`eip155:1:0x…`), or a network's
     * CAIP-2 id for the native currency there. `amount`: exact decimal text. `to`: an address or the name of a contact,
     * on eip155 also a name such as `mira.eth`. The form ignores an invalid value and reports it, with a code that
     * begins with `SEND_ARGUMENT`.
     */
    WalletSend: { token?: string; amount?: string; to?: string } | undefined
    WalletSendSelectToken: undefined
    WalletSendPreview: undefined
    WalletSendMany: undefined
    WalletSendManyReview: undefined
    WalletSendContacts: undefined
    /**
     * With the `address` of a saved contact, the screen opens this contact for changes; with any other address, a new
     * contact with this address filled in; without `address`, an empty new contact.
     */
    WalletSendContact: { address?: string }
  }
  interface TrackingEvents {
    OPEN_SEND: { isSmartAccount: boolean; network: string }
    SEND_INITIATED: SendEvent
    SEND_SUCCESS: SendEvent
    SEND_ERROR: SendEvent & { message: string }
  }
}

export default definePlugin({
  id: 'send',
  feature: 'send',
  engine: '^0.1',
  permissions: {
    methods: ['eth_sendTransaction', 'wallet_getCallsStatus', 'wallet_getCapabilities', 'wallet_sendCalls'],
  },
  events: ['OPEN_SEND', 'SEND_ERROR', 'SEND_INITIATED', 'SEND_SUCCESS'],
  controller: () => import('./controller.ts'),
  views: {
    WalletSend: { title: 'Send', load: () => import('./views/SendView.tsx') },
    WalletSendSelectToken: { title: 'Select Token', load: () => import('./views/SelectTokenView.tsx') },
    WalletSendContacts: { title: 'Contacts', load: () => import('./views/ContactsView.tsx') },
    WalletSendContact: { title: 'Contact', load: () => import('./views/ContactView.tsx') },
    WalletSendPreview: { title: 'Review send', load: () => import('./views/PreviewView.tsx') },
    WalletSendMany: { title: 'Send to several', load: () => import('./views/ManyView.tsx') },
    WalletSendManyReview: { title: 'Review sends', load: () => import('./views/ManyReviewView.tsx') },
  },
  slots: {
    walletFeatures: [
      { key: 'send', label: 'Send', icon: 'send', order: 40, view: 'WalletSend', namespaces: ['eip155', 'solana'] },
    ],
  },
})
