import { getAddress } from 'viem'
import { formatMessage } from './message.ts'
import { parseTime } from './rfc3339.ts'
import type { SIWXMessage, SIWXMessageData, SIWXMessageInput } from './types.ts'

/** What is the same in all messages of a site. */
export type MessageParams = {
  domain: string
  uri: string
  statement?: string
  resources?: readonly string[]
  requestId?: string
  /** ms until a session ends, counted from `notBefore` where it is given and from now else; without it, never. */
  expiration?: number
}
/** `nonce` is the checker's; `issuedAt` (RFC 3339) too where it says one, so that a wrong clock traps nobody. */
export type MessageMoment = { nonce: string; issuedAt?: string; now?: () => number }

/**
 * A message for an account on a network. An eip155 address gets its checksum. Throws an Error that names the fields which
 * cannot be said (see {@link formatMessage}).
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
    // In lower case first: viem refuses a checksum that is wrong.
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
  // Not a member of its own when it is copied or stored.
  return Object.defineProperty(data, 'toString', { value: () => text, enumerable: false })
}
