/**
 * Verifies ed25519 signatures of sign-in messages (noble; MIT). Each kind of signature has its own file, so that a page
 * loads only the code for its networks.
 */
export { ed25519 } from '@noble/curves/ed25519'
