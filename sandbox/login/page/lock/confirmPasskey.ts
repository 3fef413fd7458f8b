/**
 * Asks the person to confirm with a passkey of the account (WebAuthn 3). Its extension PRF gives a secret that only this
 * passkey gives for this salt; the key of the lock's copy is derived from it, and the secret itself goes nowhere.
 */
import type { Assertion, Unlock } from '../../lock/shapes.ts'
import { base64urlOf, bytesOf, derivedKey } from './bytes.ts'
import type { KeyRequest } from './keyRequest.ts'

/** The device or the browser cannot give the secret of a passkey. */
export class NoSecret extends Error {
  override readonly name = 'NoSecret'
}

/** @throws NoSecret without the extension */
export function secretOf(credential: PublicKeyCredential): BufferSource {
  const secret = credential.getClientExtensionResults().prf?.results?.first
  if (!secret) throw new NoSecret('The passkey gave no secret')
  return secret
}

type Wanted = Pick<KeyRequest, 'challenge' | 'rpId'> & { passkeys: readonly { id: string; transports: string[] }[] }

/** Asks for one of these passkeys, or without any for one that the person chooses. @throws as {@link confirmPasskey} does */
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
 * Asks for a passkey, and derives the key of its copy of the lock's key.
 * @throws the browser's DOMException if the person cancels or no passkey is there; NoSecret, also without WebAuthn
 */
export async function confirmPasskey(request: KeyRequest): Promise<Unlock> {
  const salts = request.passkeys.map(({ id, salt }) => [id, { first: bytesOf(salt) }] as const)
  const extensions = { prf: { evalByCredential: Object.fromEntries(salts) } }
  const { credential, assertion } = await confirmWith(request, { extensions })
  return { assertion, key: await derivedKey(secretOf(credential), 'passkey') }
}
