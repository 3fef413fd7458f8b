import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'smart-sessions',
  feature: 'smartSessions',
  engine: '^0.1',
  available: false,
})
