import { defineChain } from 'walletkit'
import type { HarborProvider } from './provider.ts'

declare module 'walletkit' {
  interface AddedProviders {
    harbor: HarborProvider
  }
}

export default defineChain({
  namespace: 'harbor',
  family: {
    namespace: 'harbor',
    name: 'Harbor',
    address: /^hbr1[\da-f]{64}$/,
    nativeToken: 'hbr',
    methods: ['harbor_signMessage'],
  },
  discover: () => import('./discover.ts'),
  adapter: () => import('./adapter.ts'),
  verifier: () => import('./verifier.ts'),
})
