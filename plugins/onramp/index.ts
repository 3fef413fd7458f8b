import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'onramp',
  feature: 'onramp',
  engine: '^0.1',
  available: false,
})
