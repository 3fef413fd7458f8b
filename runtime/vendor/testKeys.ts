/** Signatures for the test wallets (noble, scure; MIT). Packing puts the libraries here: a site installs nothing for its tests. */
export { ed25519 } from '@noble/curves/ed25519'
export { secp256k1 } from '@noble/curves/secp256k1'
export { blake2b } from '@noble/hashes/blake2'
export { sha256 } from '@noble/hashes/sha2'
export { base58, base64 } from '@scure/base'
export { p2tr, p2wpkh, RawWitness, SigHash, Transaction } from '@scure/btc-signer'
export type { TransactionInput } from '@scure/btc-signer/psbt.js'
export * as sr25519 from '@scure/sr25519'
