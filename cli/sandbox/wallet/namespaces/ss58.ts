import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'

/** An address as Substrate chains write it (SS58), for prefixes below 64. */
export function ss58(key: Uint8Array, prefix: number): string {
  const body = concatBytes(Uint8Array.of(prefix), key)
  const check = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
  return base58.encode(concatBytes(body, check.subarray(0, 2)))
}
