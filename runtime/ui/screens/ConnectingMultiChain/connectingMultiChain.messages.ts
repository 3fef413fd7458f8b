import { defineMessages } from '../../context.ts'

export const multiChainMessages = defineMessages({
  'multichain.text': 'Choose where to connect {wallet}',
  'multichain.list': 'Chains',
  'multichain.connected': 'Connected',
})
