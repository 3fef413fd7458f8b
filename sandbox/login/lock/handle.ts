/**
 * The user handles of passkeys (WebAuthn 3, 5.4.3), in base64url. Each passkey gets a different handle: for a known
 * handle a device would replace its passkey by the new one, and the replaced passkey may be the one that locks the
 * wallet.
 */
import { randomBytes } from 'node:crypto'
import type { User } from '../database.ts'

const SEPARATOR = '.'
/** The random bytes of a handle. WebAuthn allows 64 bytes in all; an account's id takes 32 of them. */
const RANDOM = 12

export const newHandle = ({ id }: Pick<User, 'id'>): string =>
  Buffer.from(`${id}${SEPARATOR}${randomBytes(RANDOM).toString('base64url')}`).toString('base64url')

/**
 * Reads the account's id from a passkey's user handle. A caller must not trust it before a signature by one of that
 * account's passkeys is verified
 */
export const userOfHandle = (handle = ''): string =>
  Buffer.from(handle, 'base64url').toString('utf8').split(SEPARATOR)[0] ?? ''
