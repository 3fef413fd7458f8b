import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'swaps',
  feature: 'swaps',
  engine: '^0.1',
  available: false,
})
