/**
 * The script for the lock of the keys and for passkeys, which the frame and a request's review window load when they
 * need it.
 */
export { askAgain } from './again.ts'
export { confirmPasskey } from './confirmPasskey.ts'
export { openDesk } from './desk.ts'
export { entersWithPasskey } from './enter.ts'
export { lockFirst } from './lockFirst.ts'
