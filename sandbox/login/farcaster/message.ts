/**
 * The message of Sign In With Farcaster (FIP-11): EIP-4361 on chain 10, with the person's Farcaster id (fid) as a
 * resource.
 */
import { getAddress, type Hex } from 'viem'

/** The fields of the message that the service decides; `expires` is in ms since 1970. */
export type Wanted = { domain: string; uri: string; nonce: string; expires: number }
export type Claim = { address: Hex; fid: number; issuedAt: number }

/**
 * The resource in which a wallet names the kind of key that signed. Some wallets leave it out: the key is then the one
 * of the custody address.
 */
const SIGNER = 'farcaster://signer/type/'
const CUSTODY = `${SIGNER}custody`

export const signInMessage = (
  { domain, uri, nonce, expires }: Wanted,
  { address, fid, issuedAt }: Claim,
  further: readonly string[] = [],
): string =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    ...[getAddress(address), '', 'Farcaster Auth', ''],
    ...[`URI: ${uri}`, 'Version: 1', 'Chain ID: 10', `Nonce: ${nonce}`],
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(expires).toISOString()}`,
    'Resources:',
    ...[`farcaster://fid/${fid}`, ...further].map((resource) => `- ${resource}`),
  ].join('\n')

const TIME = /^(Issued At|Expiration Time): (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))$/gm

/** Writes the message's times in the form of {@link signInMessage}: wallets may write them without ms, for example. */
const withPlainTimes = (text: string): string =>
  text.replace(TIME, (line, name: string, time: string) => {
    const at = new Date(time)
    return Number.isNaN(at.getTime()) ? line : `${name}: ${at.toISOString()}`
  })

/**
 * Reads the identity that a message claims; its signature is not checked here. The service builds the requested message
 * from that claim and compares both texts exactly, except for the format of times, so that a message cannot contain
 * anything else.
 * @throws Error when it is not the requested message
 */
export function readMessage(given: string, wanted: Wanted): Claim {
  const text = withPlainTimes(given)
  const address = /^0x[0-9a-fA-F]{40}$/m.exec(text)?.[0]
  const fid = Number(/^- farcaster:\/\/fid\/([1-9]\d{0,14})$/m.exec(text)?.[1])
  const issuedAt = Date.parse(/^Issued At: (\S+)$/m.exec(text)?.[1] ?? '')
  if (!address || !Number.isSafeInteger(fid) || Number.isNaN(issuedAt)) throw new Error('This is not a sign-in message')
  if (text.includes(`- ${SIGNER}authAddress`))
    throw new Error('An auth address signed this. Only the custody address of a Farcaster account is accepted here.')
  const claim = { address: address as Hex, fid, issuedAt }
  const isWanted = [[], [CUSTODY]].some((further) => signInMessage(wanted, claim, further) === text)
  if (!isWanted) throw new Error('This is not the message that was asked for')
  return claim
}
