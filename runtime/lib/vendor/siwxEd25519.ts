/**
 * Verifies ed25519 signatures of sign-in messages (noble; MIT). Each kind has a file of its own, so that a page loads
 * only those of its networks.
 */
export { ed25519 } from '@noble/curves/ed25519'
