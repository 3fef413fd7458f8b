import { isAbsolute, resolve } from 'node:path'
import { isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * An AES key in an HSM. `library` is the path of the HSM's PKCS #11 library. The token is named by its label (`token`)
 * or by the number of its `slot`. `key` is the label of the key there, and `pin` is the user's PIN, which logs in to
 * the token.
 */
export type HsmConfig = {
  library: string
  token: string | undefined
  slot: number | undefined
  key: string
  pin: string
}

const FIX = 'Write { "library": "/usr/lib/softhsm/libsofthsm2.so", "token": "walletkit", "key": "walletkit" }.'
const PIN = 'WALLETKIT_HSM_PIN'

/**
 * Reads the HSM whose key wraps the accounts' data keys, if there is one.
 * @param folder the folder to which a relative path in `library` refers
 */
export function hsmOf(value: unknown, folder: string, secrets: Secrets, read: Reader): HsmConfig | undefined {
  if (value === undefined) return undefined
  if (!isFields(value)) return read.wrong('hsm', 'is not an object', FIX)
  read.onlyKnown(value, ['library', 'token', 'slot', 'key'], 'hsm.')
  const library = read.text(value, 'library', 'hsm.library', FIX)
  if (value['library'] === undefined) read.wrong('hsm.library', 'is missing', FIX)
  const token = read.text(value, 'token', 'hsm.token', FIX)
  const slot = read.whole(value['slot'], 'hsm.slot', 0, Number.MAX_SAFE_INTEGER)
  // PKCS #11 stores a token's label in 32 bytes, filled up with spaces at the end: no label is longer or ends with a
  // space.
  if (token !== undefined && (Buffer.byteLength(token) > 32 || token.endsWith(' ')))
    return read.wrong(
      'hsm.token',
      'is no label of a token',
      'Write the label without spaces at the end: at most 32 bytes.',
    )
  if ((value['token'] === undefined) === (value['slot'] === undefined))
    return read.wrong('hsm', 'names no token, or a slot too', 'Write "token", its label, or "slot", its number.')
  const key = read.text(value, 'key', 'hsm.key', FIX)
  if (key === undefined || !/^[\w.-]{1,60}$/.test(key))
    return read.wrong('hsm.key', value['key'] === undefined ? 'is missing' : 'is not a name', FIX)
  const pin = secretOf(PIN, secrets, read)
  if (pin === undefined && !secrets.environment[`${PIN}_FILE`])
    read.wrong(PIN, 'is not set, and hsm needs it', 'Write the PIN of a user who may encrypt and decrypt only.')
  if (library === undefined || pin === undefined) return undefined
  return { library: isAbsolute(library) ? library : resolve(folder, library), token, slot, key, pin }
}
