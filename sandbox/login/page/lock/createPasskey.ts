/** Creates a passkey, and derives from its PRF the key that will encrypt this passkey's copy of the lock's key. */
import { list, number, object, type Parsed, text } from '../../../../runtime/auth/shape.ts'
import type { NewPasskey } from '../../lock/shapes.ts'
import { base64urlOf, bytesOf, derivedKey } from './bytes.ts'
import { NoSecret, secretOf } from './confirmPasskey.ts'

/** What the service sends for a new passkey. Bytes are base64url; `algorithms` are COSE numbers. */
export const creation = object({
  challenge: text,
  rpId: text,
  user: object({ id: text, name: text }),
  algorithms: list(number),
  salt: text,
  exclude: list(text),
})
type Creation = Parsed<typeof creation>

const isCredential = (found: Credential | null): found is PublicKeyCredential => found instanceof PublicKeyCredential

/**
 * Creates a passkey, and derives the key from its PRF.
 * @throws the browser's DOMException if the person cancels (NotAllowedError) or the device has one of the passkeys
 *   already (InvalidStateError); NoSecret if the browser or the device has no PRF
 */
export async function createPasskey(options: Creation): Promise<NewPasskey> {
  if (typeof PublicKeyCredential !== 'function') throw new NoSecret('The browser has no passkeys')
  const { rpId, user, salt } = options
  const found = await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: rpId },
      user: { id: bytesOf(user.id), name: user.name, displayName: user.name },
      challenge: bytesOf(options.challenge),
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: options.exclude.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      attestation: 'none',
      extensions: { prf: { eval: { first: bytesOf(salt) } } },
    },
  })
  if (!isCredential(found)) throw new NoSecret('The browser gave no passkey')
  const { response, rawId } = found
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new NoSecret('The browser gave no registration')
  const { prf } = found.getClientExtensionResults()
  if (!prf?.enabled && !prf?.results) throw new NoSecret('The device has no PRF')
  // Some devices give a secret while they make a passkey that differs from the later one, and some give none: use the
  // new passkey once, so that the wallet is locked with the secret that later uses give.
  const secret = await secretNow(rpId, rawId, salt)
  return {
    registration: {
      id: base64urlOf(rawId),
      response: {
        clientDataJSON: base64urlOf(response.clientDataJSON),
        attestationObject: base64urlOf(response.attestationObject),
        transports: response.getTransports(),
      },
    },
    key: await derivedKey(secret, 'passkey'),
  }
}

/** Reads the secret (PRF) of the new passkey as later uses get it. The service does not check this signature. */
async function secretNow(rpId: string, id: ArrayBuffer, salt: string): Promise<BufferSource> {
  const found = await navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rpId,
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id }],
      extensions: { prf: { eval: { first: bytesOf(salt) } } },
    },
  })
  if (!isCredential(found)) throw new NoSecret('The browser gave no passkey')
  return secretOf(found)
}
