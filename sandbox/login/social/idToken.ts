/** Validates an id token (OpenID Connect Core 3.1.3.7): its signature, issuer, audience, nonce and expiry. */
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { anything, either, flag, list, number, object, text } from '../../../runtime/auth/shape.ts'

const header = object({ alg: text, kid: text })
const claims = object(
  { iss: text, sub: text, aud: text, exp: number, iat: number },
  { nonce: text, name: text, email: text, email_verified: either(flag, text) },
)
const keySet = object({ keys: list(anything) })

/** The signature algorithms that are accepted, each with the type of its keys. */
const KEYS: Readonly<Record<string, string>> = { ES256: 'EC', RS256: 'RSA' }

/**
 * Validates an id token, and returns its claims.
 * @param expected `keys` is the provider's JWKS response; `now` is in ms since 1970
 * @throws Error that says what is wrong
 */
export function checkIdToken(
  token: string,
  expected: { issuer: string; clientId: string; nonce: string; keys: unknown; now: number },
) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const { alg, kid } = header.parse(decode(head), 'id token')
  // Accept only signatures with a key pair. A forged token could name `none`, or an algorithm with a shared secret: its
  // forger could then use the public key, which everybody knows, as that secret.
  const type = Object.hasOwn(KEYS, alg) ? KEYS[alg] : undefined
  if (type === undefined) throw new Error(`The id token is signed by ${alg}`)
  const jwk = (keySet.parse(expected.keys, 'jwks').keys as ({ kid?: unknown } & JsonWebKey)[]).find(
    (each) => each.kid === kid && each.kty === type,
  )
  if (!jwk) throw new Error('The id token is signed with an unknown key')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The id token has a wrong signature')
  const told = claims.parse(decode(body), 'id token')
  if (told.iss !== expected.issuer) throw new Error('The id token is of another issuer')
  if (told.aud !== expected.clientId) throw new Error('The id token is for somebody else')
  if (told.nonce !== expected.nonce) throw new Error('The id token is of another login')
  if (told.exp * 1000 <= expected.now) throw new Error('The id token has expired')
  return told
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new Error('The id token is not one')
  }
}
