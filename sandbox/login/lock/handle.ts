/**
 * The user handles of passkeys (WebAuthn 3, 5.4.3), in base64url. Each passkey has one of its own: a device replaces a
 * passkey by a new one with the same handle, and so could lose the one with which the wallet is locked.
 */
import { randomBytes } from 'node:crypto'
import type { User } from '../database.ts'

const SEPARATOR = '.'
/** Bytes. A handle has at most 64, of which an account's id needs 32. */
const RANDOM = 12

export const newHandle = ({ id }: Pick<User, 'id'>): string =>
  Buffer.from(`${id}${SEPARATOR}${randomBytes(RANDOM).toString('base64url')}`).toString('base64url')

/** @returns the id of the account that a handle names; the empty text for none */
export const userOfHandle = (handle = ''): string =>
  Buffer.from(handle, 'base64url').toString('utf8').split(SEPARATOR)[0] ?? ''
