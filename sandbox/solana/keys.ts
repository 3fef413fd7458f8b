/** Solana addresses: the programs that the sandbox uses, and derived addresses. */
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'

export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The bytes of an address, or undefined when the text is not one. */
export function addressBytes(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > 44) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === 32 ? bytes : undefined
  } catch {
    return undefined
  }
}

export function bytesOfKnown(address: string): Uint8Array {
  const bytes = addressBytes(address)
  if (!bytes) throw new Error(`Not a Solana address: ${address}`)
  return bytes
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * The conventional address of an owner's account for a token (SPL Associated Token Account): a hash of both, with the
 * highest "bump" byte with which it is not a point on the curve, so that no key can sign for it.
 */
export function associatedTokenAddress(owner: string, token: string): string {
  const program = bytesOfKnown(associatedTokenProgram)
  const seeds = concatBytes(bytesOfKnown(owner), bytesOfKnown(tokenProgram), bytesOfKnown(token))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(seeds, Uint8Array.of(bump), program, utf8ToBytes('ProgramDerivedAddress')))
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new Error('No program address was found')
}
