import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'history',
  feature: 'history',
  engine: '^0.1',
  available: false,
})
