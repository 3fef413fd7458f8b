/** The script that a request's window loads only to make a lock, or to ask for the passkey once more. */
export { askAgain } from './again.ts'
export { offerLock } from './offer.ts'
