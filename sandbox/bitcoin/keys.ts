/** Keys that the Bitcoin chain itself needs. */
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'
import { testSeed } from '../wallet/namespaces/keys.ts'

/** The output script that pays to a public key: segwit version 0, then the key's hash (BIP-141). */
export const keyScript = (publicKey: Uint8Array) => concatBytes(Uint8Array.of(0, 20), ripemd160(sha256(publicKey)))

/** The private key that receives the block rewards and funds the test accounts. */
export const minerSeed = testSeed('bip122 miner', 0)
