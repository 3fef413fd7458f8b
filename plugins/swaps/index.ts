import { definePlugin } from 'walletkit/plugin'

/** The properties of every swap event; amounts are exact decimal text, tokens are symbols. */
type SwapEvent = {
  isSmartAccount: boolean
  network: string
  swapFromToken: string
  swapToToken: string
  swapFromAmount: string
  swapToAmount: string
}

declare module 'walletkit/plugin' {
  interface ViewParams {
    /** Tokens are a symbol, an address or a CAIP-10 address; `amount` is decimal text. */
    Swap: { amount?: string; fromToken?: string; toToken?: string } | undefined
    SwapSelectToken: { target: 'sourceToken' | 'toToken' } | undefined
    SwapPreview: undefined
  }
  interface TrackingEvents {
    OPEN_SWAP: { isSmartAccount: boolean; network: string }
    CLICK_CONVERT: undefined
    CLICK_SELECT_TOKEN_TO_SWAP: undefined
    CLICK_SELECT_NETWORK_TO_SWAP: undefined
    INITIATE_SWAP: SwapEvent
    SWAP_SUCCESS: SwapEvent
    SWAP_ERROR: SwapEvent & { message: string }
    SWAP_APPROVAL_ERROR: SwapEvent & { message: string }
  }
}

export default definePlugin({
  id: 'swaps',
  feature: 'swaps',
  engine: '^0.1',
  permissions: {
    services: ['api'],
    methods: [
      'eth_sendTransaction',
      'eth_getBlockByNumber',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_sendCalls',
    ],
  },
  events: [
    'CLICK_CONVERT',
    'CLICK_SELECT_NETWORK_TO_SWAP',
    'CLICK_SELECT_TOKEN_TO_SWAP',
    'INITIATE_SWAP',
    'OPEN_SWAP',
    'SWAP_APPROVAL_ERROR',
    'SWAP_ERROR',
    'SWAP_SUCCESS',
  ],
  api: () => import('./api.ts'),
  controller: () => import('./controller.ts'),
  views: {
    Swap: { title: 'Swap', load: () => import('./views/SwapView.tsx') },
    SwapSelectToken: { title: 'Select token', load: () => import('./views/SelectTokenView.tsx') },
    SwapPreview: { title: 'Preview swap', load: () => import('./views/PreviewView.tsx') },
  },
  slots: {
    walletFeatures: [{ key: 'swaps', label: 'Swap', icon: 'swap', order: 20, view: 'Swap', namespaces: ['eip155'] }],
  },
})
