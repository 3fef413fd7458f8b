/** Verifies Bitcoin signatures of sign-in messages (noble; MIT). */
export { schnorr, secp256k1 } from '@noble/curves/secp256k1'
