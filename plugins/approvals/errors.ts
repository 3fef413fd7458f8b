/** This plugin's entries in the error catalogue. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const APPROVAL_ERRORS = defineErrors({
  APPROVALS_FAILED: { message: 'Approvals unavailable', show: 'inline' },
  SESSIONS_UNREAD: { message: 'Smart sessions unavailable', show: 'inline' },
  REVOKE_FAILED: {
    message: 'The approval was not ended',
    show: 'toast',
    loud: true,
    declined: 'Declined in {wallet}.',
  },
  REVOKE_SWITCH: { message: 'Your wallet did not switch the network', show: 'toast', loud: true },
  REVOKE_CHANGED: { message: 'Account or network changed. No further approval was ended', show: 'toast' },
})

export const approvalError = (code: keyof typeof APPROVAL_ERRORS, cause?: unknown) =>
  new WalletKitError(code, APPROVAL_ERRORS[code].message, cause)
