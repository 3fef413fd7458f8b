/** Checks ed25519 signatures of sign-in messages (noble; MIT). A file for each kind: a page fetches those of its networks. */
export { ed25519 } from '@noble/curves/ed25519'
