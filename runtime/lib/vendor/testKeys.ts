/**
 * Makes keys, signatures and transactions of the test wallets (noble, scure; MIT). `npm run pack` bundles the libraries
 * here, so that a site does not install them for its tests.
 */
export { ed25519 } from '@noble/curves/ed25519'
export { secp256k1 } from '@noble/curves/secp256k1'
export { blake2b } from '@noble/hashes/blake2'
export { sha256 } from '@noble/hashes/sha2'
export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
export { base58, base64 } from '@scure/base'
export {
  Address,
  CompactSize,
  p2tr,
  p2wpkh,
  RawTx,
  RawWitness,
  Script,
  selectUTXO,
  SigHash,
  Transaction,
} from '@scure/btc-signer'
export { getPublicKey as sr25519Key, secretFromSeed as sr25519Secret, sign as sr25519Sign } from '@scure/sr25519'
