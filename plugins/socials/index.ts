import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'socials',
  feature: 'socials',
  engine: '^0.1',
  available: false,
})
