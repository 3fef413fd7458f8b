/** A passkey in software: a real P-256 key that makes WebAuthn signatures, with mistakes if a test asks for them. */
import { p256 } from '@noble/curves/p256'
import { keccak256, sha256, type Hex } from 'viem'
import { fromHex, toBase64Url, toHex, utf8 } from '../../plugins/passkey/bytes.ts'
import type { Assertion } from '../../plugins/passkey/parse.ts'
import { accountOf } from '../../plugins/passkey/account.ts'
import type { Passkey } from '../../plugins/passkey/stored.ts'

export type Wrong = {
  type?: string
  flags?: number
  rpId?: string
  origin?: string
  /** Use the higher of the two `s` values. The account's contract refuses it, so the kit has to lower it. */
  high?: boolean
  /** Bytes that are appended to the challenge. */
  longer?: Hex
}

export function softPasskey(rpId = 'localhost') {
  const secret = p256.utils.randomPrivateKey()
  const point = toHex(p256.getPublicKey(secret, false))
  const key: Omit<Passkey, 'id' | 'account'> = {
    x: `0x${point.slice(4, 68)}`,
    y: `0x${point.slice(68)}`,
    rpIdHash: sha256(utf8(rpId)),
  }
  const passkey: Passkey = { ...key, id: toBase64Url(fromHex(keccak256(point))), account: accountOf(key) }

  /** Makes an assertion (a signature with its client data) for a challenge. */
  function sign(challenge: Hex, wrong: Wrong = {}): Assertion & { der: Uint8Array } {
    const { type = 'webauthn.get', flags = 0x1d, origin = 'http://localhost', high, longer = '0x' } = wrong
    const rpIdHash = sha256(utf8(wrong.rpId ?? rpId))
    const authenticatorData: Hex = `${rpIdHash}${flags.toString(16).padStart(2, '0')}00000000`
    const bytes = fromHex(`${challenge}${longer.slice(2)}`)
    const clientData = `{"type":"${type}","challenge":"${toBase64Url(bytes)}","origin":"${origin}","crossOrigin":false}`
    const signed = sha256(`${authenticatorData}${sha256(utf8(clientData)).slice(2)}`)
    const signature = p256.sign(signed.slice(2), secret, { lowS: true, prehash: false })
    const s = high ? p256.CURVE.n - signature.s : signature.s
    const der = new p256.Signature(signature.r, s).toDERRawBytes()
    return { authenticatorData, clientData, r: signature.r, s, der }
  }
  return { passkey, sign }
}
