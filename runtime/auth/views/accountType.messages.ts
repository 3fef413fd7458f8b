import { defineMessages } from '../../ui/context.ts'

export const accountTypeMessages = defineMessages({
  'auth.accountType': 'Type of account',
  'auth.smartAccount': 'Smart account',
  'auth.eoa': 'Standard',
  'auth.changing': 'Changing the account',
  'auth.changed': '{type} is in use',
})
