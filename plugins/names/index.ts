import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'names',
  feature: 'names',
  engine: '^0.1',
  available: false,
})
