/** The lock of an account's keys, as it is stored, and what a page sends to open or to make one. */
import { either, list, matching, number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'

/** The most bytes of a credential's id (WebAuthn 3, 5.8.3) fit into this many characters. */
const base64url = matching(/^[\w-]{1,1364}$/, 'base64url')
/** A document of the browser or the authenticator. Attestations of some devices have certificates of a few kB. */
const bytes = matching(/^[\w-]{1,40000}$/, 'base64url')
const key = matching(/^[\w-]{43}$/, '32 bytes in base64url')

const publicKey = matching(/^[\w-]{1,4000}$/, 'base64url')
const transports = list(matching(/^[\w-]{1,32}$/, 'a transport'))

/**
 * A passkey that opens the keys. `publicKey` is its COSE key, `salt` the input of its PRF, and `wrapped` the lock's key,
 * encrypted under what the browser derives from the PRF's result. `name` is the browser in which it was made; `at` and
 * `used` (its last use) are in ms since 1970. All bytes are base64url.
 */
export const passkeyShape = object(
  { id: base64url, publicKey, counter: number, salt: key, wrapped: text, name: text, at: number, used: number },
  { transports },
)
/** `recovery` has the lock's key, encrypted under what the browser derives from the recovery code and `salt`. */
export const lockShape = object({ passkeys: list(passkeyShape), recovery: object({ salt: key, wrapped: text }) })
export type Lock = Parsed<typeof lockShape>
export type Passkey = Parsed<typeof passkeyShape>

/** What `navigator.credentials.get` gave (AuthenticationResponseJSON), without the results of extensions. */
export const assertionShape = object({
  id: base64url,
  response: object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }, { userHandle: base64url }),
})
/** What `navigator.credentials.create` gave (RegistrationResponseJSON), without the results of extensions. */
export const registrationShape = object({
  id: base64url,
  response: object({ clientDataJSON: bytes, attestationObject: bytes }, { transports }),
})
export type Assertion = Parsed<typeof assertionShape>
export type Registration = Parsed<typeof registrationShape>

/** What opens the lock: an assertion and the key that the browser derived with it, or the key of the recovery code. */
export const unlockShape = either(object({ assertion: assertionShape, key }), object({ recovery: key }))
export type Unlock = Parsed<typeof unlockShape>

/** A new passkey, and the key that the browser derived from its PRF. */
export const newPasskeyShape = object({ registration: registrationShape, key })
/** A new recovery code: only the key that the browser derived from it and from `salt`. */
export const newRecoveryShape = object({ salt: key, key })
export type NewPasskey = Parsed<typeof newPasskeyShape>
export type NewRecovery = Parsed<typeof newRecoveryShape>
