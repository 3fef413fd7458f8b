/** Shapes of the lock of an account's keys as it is stored, and of what a page sends to open or to make a lock. */
import { either, list, matching, number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'

/** A credential's id has at most 1,023 bytes (WebAuthn 3), which are 1,364 characters of base64url. */
const base64url = matching(/^[\w-]{1,1364}$/, 'base64url')
/** Data of the browser or the authenticator. The attestations of some devices contain certificates of a few kB. */
const bytes = matching(/^[\w-]{1,40000}$/, 'base64url')
const key = matching(/^[\w-]{43}$/, '32 bytes in base64url')

const publicKey = matching(/^[\w-]{1,4000}$/, 'base64url')
const transports = list(matching(/^[\w-]{1,32}$/, 'a transport'))

/**
 * A passkey that opens the keys. `publicKey` is its COSE key, and `salt` the input of its PRF. `wrapped` is the lock's
 * key, encrypted with a key that the browser derives from the PRF's result. `name` is the browser in which the passkey
 * was made; `at` (made) and `used` (last used) are in ms since 1970. All bytes are base64url.
 */
export const passkeyShape = object(
  { id: base64url, publicKey, counter: number, salt: key, wrapped: text, name: text, at: number, used: number },
  { transports },
)
/**
 * A lock. `recovery.wrapped` is the lock's key, encrypted with a key that the browser derives from the recovery code
 * and `salt`.
 */
export const lockShape = object({ passkeys: list(passkeyShape), recovery: object({ salt: key, wrapped: text }) })
export type Lock = Parsed<typeof lockShape>
export type Passkey = Parsed<typeof passkeyShape>

/** The result of `navigator.credentials.get` (AuthenticationResponseJSON), without the results of extensions. */
export const assertionShape = object({
  id: base64url,
  response: object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }, { userHandle: base64url }),
})
/** The result of `navigator.credentials.create` (RegistrationResponseJSON), without the results of extensions. */
export const registrationShape = object({
  id: base64url,
  response: object({ clientDataJSON: bytes, attestationObject: bytes }, { transports }),
})
export type Assertion = Parsed<typeof assertionShape>
export type Registration = Parsed<typeof registrationShape>

/**
 * What opens the lock: an assertion and the key that the browser derived from the PRF's result, or the key that the
 * browser derived from the recovery code.
 */
export const unlockShape = either(object({ assertion: assertionShape, key }), object({ recovery: key }))
export type Unlock = Parsed<typeof unlockShape>

/** A new passkey, and the key that the browser derived from its PRF. */
export const newPasskeyShape = object({ registration: registrationShape, key })
/** Of a new recovery code the service gets only the key that the browser derived from the code and `salt`. */
export const newRecoveryShape = object({ salt: key, key })
export type NewPasskey = Parsed<typeof newPasskeyShape>
export type NewRecovery = Parsed<typeof newRecoveryShape>
