/** The JSON Web Tokens by which this server authenticates to Coinbase (docs.cdp.coinbase.com, "Authentication"). */
import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Seconds for which a token is valid. */
const LIFETIME = 120

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Reads the secret of an API key: an EC (P-256) or Ed25519 key as PEM, or base64 of an Ed25519 key's 32 private and 32
 * public bytes.
 * @throws Error for anything else; its message contains no part of the key
 */
export function readKey(secret: string): KeyObject {
  try {
    // An environment variable often has a line break as the two characters "\n".
    if (secret.includes('-----BEGIN')) return requireCurve(createPrivateKey(secret.replaceAll('\\n', '\n')))
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.length !== 64) throw new Error('Another length')
    const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => part.toString('base64url'))
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: x ?? '' }, format: 'jwk' })
  } catch {
    throw new Error('WALLETKIT_COINBASE_KEY is neither an EC key in PEM nor an Ed25519 key in base64. Copy it again.')
  }
}

function requireCurve(key: KeyObject): KeyObject {
  const { asymmetricKeyType: type, asymmetricKeyDetails } = key
  if (type === 'ed25519' || asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new Error('Another kind of key')
}

/**
 * Signs a token for one request to Coinbase.
 * @param id the API key's id
 * @param uri the request: `POST api.developer.coinbase.com/onramp/v1/token`
 */
export function createToken(key: KeyObject, id: string, uri: string, now: number = Date.now()): string {
  const isEd = key.asymmetricKeyType === 'ed25519'
  const seconds = Math.floor(now / 1000)
  const header = { alg: isEd ? 'EdDSA' : 'ES256', typ: 'JWT', kid: id, nonce: randomBytes(16).toString('hex') }
  const claims = { iss: 'cdp', sub: id, nbf: seconds, exp: seconds + LIFETIME, uri }
  const text = `${encode(header)}.${encode(claims)}`
  // JOSE (RFC 7518) has the two numbers of an ECDSA signature side by side, not in ASN.1.
  const signature = sign(isEd ? null : 'sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
