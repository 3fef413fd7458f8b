/** This plugin's entries in the error catalogue. */
import { defineErrors } from 'walletkit/plugin'

export const APPROVAL_ERRORS = defineErrors({
  APPROVALS_FAILED: { message: 'Approvals unavailable', show: 'inline' },
  REVOKE_FAILED: {
    message: 'The approval was not ended',
    show: 'toast',
    loud: true,
    declined: 'Declined in {wallet}. Nothing was changed.',
  },
})
