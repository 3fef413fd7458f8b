import { defineMessages } from '../../ui/context.ts'

export const signMessageMessages = defineMessages({
  'siwx.prove': 'Prove you own this account to sign in to',
  'siwx.confirms': 'Confirms this account is yours',
  'siwx.free': 'Free. No network fee',
  'siwx.harmless': 'Can’t move your tokens',
  'siwx.account': 'Account',
  'siwx.network': 'Network',
  'siwx.sign': 'Sign',
  'siwx.waiting': 'Confirm in {wallet}',
  'siwx.signing': 'Signing',
  'siwx.declined': 'You declined to sign. Nothing was sent.',
  'siwx.declinedRequired': 'You declined. Cancel disconnects your wallet.',
  'siwx.required': 'Required here. Cancel disconnects your wallet.',
  'siwx.optional': 'You can also sign in later.',
  'siwx.signed': 'You’re signed in',
  'siwx.close': 'Close',
  'siwx.nobody': 'Nothing to sign',
  'siwx.nobodyText': 'Connect a wallet first, then sign in.',
  'siwx.connect': 'Connect wallet',
})
