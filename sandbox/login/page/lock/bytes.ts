/** Encodes bytes as base64url without padding (RFC 4648, 5), as WebAuthn's JSON has them. */
export const base64urlOf = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/**
 * Derives a key of 32 bytes (HKDF with SHA-256, RFC 5869), as base64url.
 * @param use what the secret is. It is part of the derivation, so that a passkey and a recovery code never give the
 *   same key
 */
export async function derivedKey(
  secret: BufferSource,
  use: 'passkey' | 'recovery code',
  salt: Uint8Array<ArrayBuffer> = new Uint8Array(32),
): Promise<string> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(`walletkit lock, key of a ${use}`) }
  return base64urlOf(await crypto.subtle.deriveBits(how, base, 256))
}
