/**
 * Authenticates the relay's clients by an EdDSA JWT whose issuer is a `did:key` of an Ed25519 key. Source:
 * WalletConnect specifications, "Relay Client Auth".
 */
import { createPublicKey, verify } from 'node:crypto'
import { Refusal } from '../refusal.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const tokenLimit = 4096
/** How far a client's clock may be ahead, in seconds. */
const skew = 120
/** The multicodec prefix of an Ed25519 key in a `did:key`. */
const ed25519Prefix = Buffer.from([0xed, 0x01])

function fromBase58(text: string): Buffer {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) throw refused('The issuer is not base58')
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

const refused = (message: string) => new Refusal(401, 'auth', message)

function parsePart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Not JSON: reported below.
  }
  throw refused('The token is not a JWT')
}

/**
 * Verifies a client's token: its signature, its lifetime and its audience.
 * @param isAudience whether an `aud` claim names this relay
 * @param now in milliseconds
 * @returns the client's id, its `did:key`
 * @throws Refusal 401 that says what is wrong
 */
export function verifyToken(token: string, isAudience: (audience: string) => boolean, now = Date.now()): string {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (token.length > tokenLimit || !signature || rest.length) throw refused('A JWT is required')
  const header = parsePart(head)
  const { iss, aud, iat, exp } = parsePart(body)
  if (header['alg'] !== 'EdDSA') throw refused('The token must be signed with EdDSA')
  if (typeof iss !== 'string' || !/^did:key:z6Mk\w{40,50}$/.test(iss))
    throw refused('The issuer is not a did:key of Ed25519')
  const key = fromBase58(iss.slice('did:key:z'.length))
  if (key.length !== 34 || !key.subarray(0, 2).equals(ed25519Prefix)) throw refused('The issuer is not an Ed25519 key')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(2).toString('base64url') }
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64url'))) {
    throw refused('The signature does not match')
  }
  if (typeof aud !== 'string' || !isAudience(aud)) throw refused('The token was made for another relay')
  if (typeof exp !== 'number' || exp * 1000 <= now) throw refused('The token is expired')
  if (typeof iat !== 'number' || (iat - skew) * 1000 > now) throw refused('The token is not valid yet')
  return iss
}
