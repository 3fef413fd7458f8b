/** Signatures for the test wallets (noble, scure; MIT). Packing puts the libraries here: a site installs nothing for its tests. */
export { ed25519 } from '@noble/curves/ed25519'
export { blake2b } from '@noble/hashes/blake2'
export { base58, base64 } from '@scure/base'
export * as sr25519 from '@scure/sr25519'
