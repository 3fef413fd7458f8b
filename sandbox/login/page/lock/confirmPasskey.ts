/**
 * Asks the person to confirm with a passkey of the account (WebAuthn 3). The passkey's PRF extension gives a secret
 * that depends on the passkey and the salt. From the secret, which never leaves the browser, the key is derived that
 * decrypts this passkey's copy of the lock's key.
 */
import type { Assertion, Unlock } from '../../lock/shapes.ts'
import { base64urlOf, bytesOf, derivedKey } from './bytes.ts'
import type { KeyRequest } from './keyRequest.ts'

/** Thrown when the device or the browser cannot give the secret (PRF) of a passkey. */
export class NoSecret extends Error {
  override readonly name = 'NoSecret'
}

/** The PRF's result. @throws NoSecret if the device or the browser does not support the PRF extension */
export function secretOf(credential: PublicKeyCredential): BufferSource {
  const secret = credential.getClientExtensionResults().prf?.results?.first
  if (!secret) throw new NoSecret('The passkey gave no secret')
  return secret
}

type Wanted = Pick<KeyRequest, 'challenge' | 'rpId'> & { passkeys: readonly { id: string; transports: string[] }[] }

/**
 * Asks the person for one of `passkeys`, or, if there are none, for a passkey that the person chooses.
 * @throws as {@link confirmPasskey} does
 */
export async function confirmWith(
  { challenge, rpId, passkeys }: Wanted,
  more: { extensions?: AuthenticationExtensionsClientInputs; signal?: AbortSignal } = {},
): Promise<{ credential: PublicKeyCredential; assertion: Assertion }> {
  if (typeof PublicKeyCredential !== 'function') throw new NoSecret('The browser has no passkeys')
  const { extensions, signal } = more
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ id, transports }) => ({
        type: 'public-key',
        id: bytesOf(id),
        ...(transports.length && { transports: transports as AuthenticatorTransport[] }),
      })),
      ...(extensions && { extensions }),
    },
    ...(signal && { signal }),
  })
  if (!(credential instanceof PublicKeyCredential)) throw new NoSecret('The browser gave no passkey')
  const { response, rawId } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new NoSecret('The browser gave no assertion')
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const assertion = {
    id: base64urlOf(rawId),
    response: {
      clientDataJSON: base64urlOf(clientDataJSON),
      authenticatorData: base64urlOf(authenticatorData),
      signature: base64urlOf(signature),
      ...(userHandle?.byteLength && { userHandle: base64urlOf(userHandle) }),
    },
  }
  return { credential, assertion }
}

/**
 * Asks for a passkey, and derives the key that decrypts this passkey's copy of the lock's key.
 * @throws the browser's DOMException if the person cancels or no passkey is there; NoSecret without PRF or WebAuthn
 */
export async function confirmPasskey(request: KeyRequest): Promise<Unlock> {
  const salts = request.passkeys.map(({ id, salt }) => [id, { first: bytesOf(salt) }] as const)
  const extensions = { prf: { evalByCredential: Object.fromEntries(salts) } }
  const { credential, assertion } = await confirmWith(request, { extensions })
  return { assertion, key: await derivedKey(secretOf(credential), 'passkey') }
}
