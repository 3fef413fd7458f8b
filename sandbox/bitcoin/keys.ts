/** Keys that the Bitcoin chain itself needs. */
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'
import { testSeed } from '../wallet/namespaces/keys.ts'

/** A script that pays to a key: version 0, and the hash of the key (BIP-141). */
export const keyScript = (publicKey: Uint8Array) => concatBytes(Uint8Array.of(0, 20), ripemd160(sha256(publicKey)))

/** This key mines the blocks and funds the test accounts. */
export const minerSeed = testSeed('bip122 miner', 0)
