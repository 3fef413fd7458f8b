import { defineMessages } from '../context.ts'

export const outcomeMessages = defineMessages({
  'outcome.title': 'What will happen',
  'outcome.asking': 'Asking the network what will happen',
  'outcome.unavailable': 'This network could not be asked what will happen. Check the details in your wallet.',
  'outcome.out': 'Leaves your account',
  'outcome.in': 'Arrives in your account',
  'outcome.may': '{spender} may take later',
  'outcome.nothing': 'Nothing moves',
  'outcome.any': 'Any amount of {symbol}',
  'outcome.all': 'Every NFT of {token}',
  'outcome.nft': 'NFT {id} of {token}',
  'outcome.units': '{amount} units of {token}',
  'outcome.reverts': 'The network expects this to fail. You would still pay the network cost.',
  'outcome.reason': 'The network expects this to fail: “{reason}”. You would still pay the network cost.',
  'outcome.leaves': 'This would also take {amount} from your account.',
  'outcome.leavesMore': 'This would take {amount} in total from your account, more than you see above.',
  'outcome.paysLess': 'Only {amount} would leave your account.',
  'outcome.nobody': 'The recipient would get nothing.',
  'outcome.arrives': 'The recipient would get {amount}.',
  'outcome.tooLittle': 'You would get {amount}, less than the minimum.',
  'outcome.allowance': 'This would let {spender} take from your account: {amount}.',
})
