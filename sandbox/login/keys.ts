import { bytesToHex, type Hex } from 'viem'

/** An account's two keys. `solana` is the 32-byte seed of an ed25519 key. */
export type Keys = { evm: Hex; solana: Uint8Array }

/** Splits an account's 64 decrypted bytes into its two keys, and fills `plain` with zeros. */
export function keysFrom(plain: Uint8Array): Keys {
  const keys = { evm: bytesToHex(plain.subarray(0, 32)), solana: Uint8Array.from(plain.subarray(32)) }
  plain.fill(0)
  return keys
}
