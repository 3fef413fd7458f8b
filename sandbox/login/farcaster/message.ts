/** The message of Sign In With Farcaster (FIP-11): EIP-4361 on chain 10, with the person's fid as a resource. */
import type { Hex } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'

/** The fields of the message that the service decides; `expires` is in ms since 1970. */
export type Wanted = { domain: string; uri: string; nonce: string; expires: number }
export type Claim = { address: Hex; fid: number; issuedAt: number }

const CHAIN = 10
const resource = (fid: number) => `farcaster://fid/${fid}`

export const signInMessage = ({ domain, uri, nonce, expires }: Wanted, { address, fid, issuedAt }: Claim): string =>
  createSiweMessage({
    domain,
    address,
    statement: 'Farcaster Auth',
    uri,
    version: '1',
    chainId: CHAIN,
    nonce,
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expires),
    resources: [resource(fid)],
  })

/**
 * Reads the identity that a message claims; its signature is not checked here. The service builds the message that it
 * requested once more and compares it exactly, so that a message cannot contain anything else.
 * @throws Error when it is not the requested message
 */
export function readMessage(text: string, wanted: Wanted): Claim {
  const { address, issuedAt, resources } = parseSiweMessage(text)
  const fid = Number(/^farcaster:\/\/fid\/([1-9]\d{0,14})$/.exec(resources?.[0] ?? '')?.[1])
  if (!address || !issuedAt || !Number.isSafeInteger(fid)) throw new Error('This is not a sign-in message')
  const claim = { address, fid, issuedAt: issuedAt.getTime() }
  if (signInMessage(wanted, claim) !== text) throw new Error('This is not the message that was asked for')
  return claim
}
