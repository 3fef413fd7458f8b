/** This plugin's entries in the error catalogue. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const SESSION_ERRORS = defineErrors({
  SESSIONS_FETCH: { message: 'Error fetching smart sessions', show: 'toast' },
  SESSION_REVOKE: {
    message: 'Error revoking smart session',
    show: 'toast',
    loud: true,
    declined: 'Declined in {wallet}. The session is still active.',
  },
  SESSION_UNLISTED: {
    message: 'The session has ended. It is still in the list, because the service did not remove it.',
    show: 'toast',
    loud: true,
  },
  SESSION_GRANT: {
    message: 'The smart session was not granted',
    show: 'toast',
    loud: true,
    declined: 'Declined in {wallet}. The app got no access.',
  },
  SESSION_ENDLESS: { message: 'A smart session needs an end, later than now', show: 'inline' },
  SESSION_WILDCARD: { message: 'A smart session must name the contracts that it may call', show: 'inline' },
  SESSION_EMPTY: { message: 'A smart session must say what it may do', show: 'inline' },
  SESSION_UNABLE: { message: 'This wallet cannot grant smart sessions', show: 'inline' },
})
export type SessionErrorCode = keyof typeof SESSION_ERRORS

export const sessionError = (code: SessionErrorCode, cause?: unknown) =>
  new WalletKitError(code, SESSION_ERRORS[code].message, cause)
