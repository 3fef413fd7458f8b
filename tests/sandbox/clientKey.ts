import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

type Claims = Record<string, unknown>
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes the key of a relay client with Node's own cryptography, without the client's code. */
export function createClientKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const iss = `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`
  const now = Math.floor(Date.now() / 1000)
  /** A token for a relay. `claims` and `header` replace the correct ones. */
  const token = (aud: string, claims: Claims = {}, header: Claims = {}, key: KeyObject = privateKey) => {
    const head = part({ alg: 'EdDSA', typ: 'JWT', ...header })
    const body = part({ iss, sub: 'a'.repeat(64), aud, iat: now, exp: now + 86_400, ...claims })
    return `${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), key).toString('base64url')}`
  }
  return { iss, token, address: (url: string) => `${url}?auth=${token(url)}&projectId=p` }
}
