/** Creates a passkey, and signs a challenge with one (WebAuthn 2). Each asks the visitor to confirm on the device. */
import type { Hex } from 'viem'
import { fromBase64Url, fromHex, sha256, toBase64Url, toHex, utf8 } from './bytes.ts'
import { declined, passkeyError } from './errors.ts'
import { parseAssertion, type Assertion, parsePublicKey } from './parse.ts'

export type Created = { id: string; x: Hex; y: Hex }
export type Signed = Assertion & { id: string; userHandle: Uint8Array }

/** Whether this page may use passkeys: they need https or localhost, and a browser that supports them. */
export const isSupported = (): boolean =>
  globalThis.isSecureContext === true && typeof globalThis.PublicKeyCredential === 'function'

/** The id of the relying party: the site's option, else the page's host. */
export const rpIdOf = (option: string | undefined): string => option ?? location.hostname

export const rpIdHashOf = async (rpId: string): Promise<Hex> => toHex(await sha256(utf8(rpId)))

/**
 * Creates a passkey that the device can list later without its id (discoverable). `userHandle` comes back with each
 * signature. For an account's first passkey it is 32 random bytes; for a further passkey it is the account's address
 * (20 bytes).
 */
export async function createPasskey(made: {
  rpId: string
  name: string
  userHandle: Uint8Array<ArrayBuffer>
  exclude?: readonly string[]
}): Promise<Created> {
  const credential = await gesture(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { id: made.rpId, name: made.rpId },
        user: { id: made.userHandle, name: made.name, displayName: made.name },
        // Nobody checks the attestation, so the challenge can be random bytes, and need not come from a server.
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: (made.exclude ?? []).map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
        attestation: 'none',
      },
    }),
  )
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) throw passkeyError('PASSKEY_FAILED')
  const key = response.getPublicKey()
  if (!key) throw passkeyError('PASSKEY_FAILED')
  return { id: toBase64Url(new Uint8Array(credential.rawId)), ...parsePublicKey(new Uint8Array(key)) }
}

/** Signs a challenge of 32 bytes. Without `id`, the visitor chooses one of the site's passkeys. */
export async function sign(challenge: Hex, rpId: string, id?: string): Promise<Signed> {
  const credential = await gesture(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: fromHex(challenge),
        rpId,
        userVerification: 'required',
        allowCredentials: id === undefined ? [] : [{ type: 'public-key', id: fromBase64Url(id) }],
      },
    }),
  )
  const { response, rawId } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw passkeyError('PASSKEY_FAILED')
  const assertion = parseAssertion(
    {
      authenticatorData: new Uint8Array(response.authenticatorData),
      clientData: new Uint8Array(response.clientDataJSON),
      signature: new Uint8Array(response.signature),
    },
    { challenge, rpIdHash: await rpIdHashOf(rpId), origin: location.origin },
  )
  return {
    ...assertion,
    id: toBase64Url(new Uint8Array(rawId)),
    userHandle: new Uint8Array(response.userHandle ?? new ArrayBuffer(0)),
  }
}

/** Asks the device. Rejects with code 4001 when the visitor cancels or lets it time out: browsers do not say which. */
async function gesture(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!isSupported()) throw passkeyError('PASSKEY_UNSUPPORTED')
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
    throw passkeyError('PASSKEY_FAILED')
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') throw declined()
    if (name === 'SecurityError') throw passkeyError('PASSKEY_DOMAIN', error)
    // Browsers throw InvalidStateError when the device already has one of the passkeys in `exclude`.
    if (name === 'InvalidStateError') throw passkeyError('PASSKEY_KNOWN', error)
    if (name === 'NotSupportedError') throw passkeyError('PASSKEY_UNSUPPORTED', error)
    throw error
  }
}
