/** Checks what a wallet has signed for a sign-in with Farcaster. */
import { hashMessage, type Hex, isAddressEqual, isHex, recoverMessageAddress } from 'viem'
import { Denied } from '../denied.ts'
import { type Claim, readMessage, type Wanted } from './message.ts'
import type { Approval, FarcasterNetwork } from './network.ts'

/** A person on Farcaster: the id (fid), and the name to show. */
export type Farcaster = { fid: number; name: string }

/** The ms by which a wallet's clock may be ahead of the service's. */
const AHEAD = 60_000

/**
 * Verifies a signed sign-in message.
 * @param now ms since 1970
 * @throws Denied unless the message is the requested one, the address in it signed it, and that address owns the fid
 */
export async function verify(
  network: FarcasterNetwork,
  wanted: Wanted,
  { message, signature }: Approval,
  now: number,
): Promise<Farcaster> {
  if (wanted.expires < now) throw new Denied('This sign-in has ended. Start again.', 404)
  const claim = claimOf(message, wanted)
  if (claim.issuedAt > now + AHEAD) throw new Denied('The message is of the future')
  if (!isHex(signature)) throw new Denied('A signature in hex is expected')
  if (!(await isSigned(network, claim.address, message, signature))) throw new Denied('The signature does not fit', 403)
  const name = await network.nameOf(claim)
  if (name === undefined) throw new Denied('This number belongs to somebody else', 403)
  return { fid: claim.fid, name }
}

async function isSigned(network: FarcasterNetwork, address: Hex, message: string, signature: Hex): Promise<boolean> {
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
  if (signer && isAddressEqual(signer, address)) return true
  return (await network.isSigned?.(address, { hash: hashMessage(message), signature })) === true
}

function claimOf(message: string, wanted: Wanted): Claim {
  try {
    return readMessage(message, wanted)
  } catch (error) {
    throw new Denied(error instanceof Error ? error.message : String(error))
  }
}
