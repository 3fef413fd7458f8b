/** The drivers of all forms, in one chunk: smaller than a chunk per form with its own copy of the shared code. */
export { default as leather } from './leather.ts'
export { default as okx } from './okx.ts'
export { default as satsConnect } from './satsConnect.ts'
export { default as standard } from './standard.ts'
export { default as unisat } from './unisat.ts'
