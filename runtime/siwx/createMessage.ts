import { getAddress } from 'viem'
import { formatMessage } from './message.ts'
import { parseTime } from './grammar.ts'
import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from './types.ts'

/** The fields that are the same in all messages of a site. */
export type MessageParams = {
  domain: string
  uri: string
  statement?: string
  resources?: readonly string[]
  requestId?: string
  /** Milliseconds from `notBefore`, else from `issuedAt`, until a session ends. If absent, the message names no end. */
  expiration?: number
}
/**
 * The verifying side issues the `nonce`. It should also issue `issuedAt` (RFC 3339), so that a visitor whose clock is
 * wrong can sign in.
 */
export type MessageMoment = { nonce: string; issuedAt?: string; now?: () => number }

/**
 * Creates a message for an account on a network, with the EIP-55 checksum on eip155. Throws an Error that names the
 * invalid fields (see {@link formatMessage}).
 *
 * @example
 * ```ts
 * import { createMessage, createNonce } from 'walletkit/siwx'
 *
 * const message = createMessage(
 *   { accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 'eip155:1' },
 *   { domain: 'app.example', uri: 'https://app.example' },
 *   { nonce: createNonce() },
 * )
 * const text = message.toString()
 * ```
 */
export function createMessage(
  { accountAddress, chainId, notBefore }: SIWXMessageInput,
  { domain, uri, statement, resources, requestId, expiration }: MessageParams,
  { nonce, issuedAt, now = Date.now }: MessageMoment,
): SIWXMessage {
  const issued = issuedAt ?? new Date(now()).toISOString()
  const start = parseTime(notBefore ?? issued)
  const end = expiration === undefined || start === undefined ? undefined : new Date(start + expiration).toISOString()
  const isHex = chainId.startsWith('eip155:') && /^0x[0-9a-f]{40}$/i.test(accountAddress)
  const data: SIWXMessageData = {
    // Lower case first, because viem throws on a wrong checksum.
    accountAddress: isHex ? getAddress(accountAddress.toLowerCase()) : accountAddress,
    chainId,
    domain,
    uri,
    version: '1',
    nonce,
    issuedAt: issued,
    ...(statement !== undefined && { statement }),
    ...(end !== undefined && { expirationTime: end }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources?.length && { resources }),
  }
  const text = formatMessage(data)
  // `toString` is not enumerable, so that copying or storing the fields leaves it out.
  return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
}
