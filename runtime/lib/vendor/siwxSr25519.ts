/** Verifies sr25519 signatures of sign-in messages (scure; MIT). */
export { verify as verifySr25519 } from '@scure/sr25519'
