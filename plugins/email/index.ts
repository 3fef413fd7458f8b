import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'email',
  feature: 'email',
  engine: '^0.1',
  available: false,
})
