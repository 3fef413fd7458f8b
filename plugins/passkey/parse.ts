/** Parses what an authenticator returns. Each function throws if the answer is malformed or not for this request. */
import { isRecord } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { fromHex, toBase64Url, toHex } from './bytes.ts'
import { passkeyError } from './errors.ts'

/** A checked signature, in the parts that the account's contract takes. */
export type Assertion = { authenticatorData: Hex; clientData: string; r: bigint; s: bigint }

/** The order of P-256 (FIPS 186-4, D.1.2.3): `s` and `ORDER - s` make two valid forms of one signature. */
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The fixed bytes before x and y in the SubjectPublicKeyInfo of a P-256 key (RFC 5480); 04 marks an uncompressed point.
 */
const KEY_HEAD = '0x3059301306072a8648ce3d020106082a8648ce3d03010703420004'

/** The coordinates of a P-256 key. */
export function parsePublicKey(key: Uint8Array): { x: Hex; y: Hex } {
  const hex = toHex(key)
  if (key.length !== 91 || !hex.startsWith(KEY_HEAD)) throw passkeyError('PASSKEY_FAILED')
  return { x: `0x${hex.slice(-128, -64)}`, y: `0x${hex.slice(-64)}` }
}

/**
 * How `clientDataJSON` begins for a signature of this challenge (WebAuthn 2, 5.8.1.1). The account's contract writes
 * the same bytes, so signatures carry only the rest.
 */
export const clientDataHead = (challenge: Hex): string =>
  `{"type":"webauthn.get","challenge":"${toBase64Url(fromHex(challenge))}"`

/** Two bits of the authenticator's flags: a person was present (UP), and the device verified who it was (UV). */
const PRESENT_AND_VERIFIED = 0x05

/**
 * Checks that the answer is for this challenge, domain and page, by a verified person. The contract repeats all but the
 * check of the origin; checking here as well finds a wrong answer before anything is sent.
 */
export function parseAssertion(
  given: { authenticatorData: Uint8Array; clientData: Uint8Array; signature: Uint8Array },
  asked: { challenge: Hex; rpIdHash: Hex; origin: string },
): Assertion {
  const { authenticatorData: data } = given
  const clientData = new TextDecoder('utf-8', { fatal: true }).decode(given.clientData)
  const said: unknown = JSON.parse(clientData)
  if (!isRecord(said) || said['origin'] !== asked.origin) throw passkeyError('PASSKEY_DOMAIN')
  if (!clientData.startsWith(clientDataHead(asked.challenge))) throw passkeyError('PASSKEY_FAILED')
  if (data.length < 37 || toHex(data.slice(0, 32)) !== asked.rpIdHash) throw passkeyError('PASSKEY_DOMAIN')
  if (((data[32] ?? 0) & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED) throw passkeyError('PASSKEY_FAILED')
  return { authenticatorData: toHex(data), clientData, ...parseSignature(given.signature) }
}

/** An ECDSA signature in DER (RFC 3279, 2.2.3). Of its two valid forms, contracts take the one with the lower `s`. */
export function parseSignature(der: Uint8Array): { r: bigint; s: bigint } {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw passkeyError('PASSKEY_FAILED')
  const [r, end] = integerAt(der, 2)
  const [s, last] = integerAt(der, end)
  const isInRange = (value: bigint) => value > 0n && value < ORDER
  if (last !== der.length || !isInRange(r) || !isInRange(s)) throw passkeyError('PASSKEY_FAILED')
  return { r, s: s > ORDER / 2n ? ORDER - s : s }
}

/** The integer at an offset, and the offset after it. */
function integerAt(der: Uint8Array, at: number): [value: bigint, end: number] {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  if (der[at] !== 0x02 || length < 1 || length > 33 || end > der.length) throw passkeyError('PASSKEY_FAILED')
  return [BigInt(toHex(der.slice(at + 2, end))), end]
}
