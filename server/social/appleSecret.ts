import { sign } from 'node:crypto'

/** Seconds for which a client secret is valid. The server makes a new one for each login. */
const LIFE = 300

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Makes a client secret for "Sign in with Apple": a JWT that the team's key signs (ES256).
 * @param key the private key (PKCS #8, PEM)
 * @param now ms since 1970
 */
export function appleSecret(
  { clientId, teamId, keyId, key, url }: Record<'clientId' | 'teamId' | 'keyId' | 'key' | 'url', string>,
  now: number,
): string {
  const at = Math.floor(now / 1000)
  const claims = { iss: teamId, iat: at, exp: at + LIFE, aud: url, sub: clientId }
  const signed = `${encoded({ alg: 'ES256', kid: keyId })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
