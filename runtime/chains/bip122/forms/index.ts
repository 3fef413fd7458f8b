/** The drivers of the forms, in one part: together they are smaller than each with its own copy of what they share. */
export { default as leather } from './leather.ts'
export { default as okx } from './okx.ts'
export { default as satsConnect } from './satsConnect.ts'
export { default as standard } from './standard.ts'
export { default as unisat } from './unisat.ts'
