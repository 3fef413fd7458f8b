/** The script that the frame and a request's window load only for passkeys. */
export { askAgain } from './again.ts'
export { confirmPasskey } from './confirmPasskey.ts'
export { openDesk } from './desk.ts'
export { entersWithPasskey } from './enter.ts'
export { lockFirst } from './lockFirst.ts'
