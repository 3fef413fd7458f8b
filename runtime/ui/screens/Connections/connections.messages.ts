import { defineMessages } from '../../context.ts'

export const connectionsMessages = defineMessages({
  'connections.list': 'Connected wallets',
  'connections.chains': 'Chains of {wallet}',
  'connections.since': 'Since {date}',
  'connections.any': 'Any network',
  'connections.active': 'Active',
  'connections.use': 'Use {wallet} on {chain}',
  'connections.end': 'Disconnect {wallet}',
  'connections.ended': '{wallet} is disconnected',
  'connections.switched': '{wallet} is active',
  'connections.accounts': 'Accounts of {wallet}',
  'connections.account': 'Active account',
  'connections.add': 'Connect another wallet',
  'connections.all': 'Disconnect all',
})
