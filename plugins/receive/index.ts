import { definePlugin } from 'walletkit/plugin'

export default definePlugin({
  id: 'receive',
  feature: 'receive',
  engine: '^0.1',
})
