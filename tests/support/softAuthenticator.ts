/**
 * An authenticator in Node that makes passkeys with real keys, for tests of what a server accepts: each part of an answer
 * can be wrong. `cli/repo/authenticator.ts` has one for tests in a browser.
 */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { derivedKey } from '../../sandbox/login/page/lock/bytes.ts'
import { recoveryOf } from '../../sandbox/login/page/lock/recoveryCode.ts'

type Creation = { challenge: string; rpId: string; user: { id: string }; salt: string }
type Request = { challenge: string; rpId: string; passkeys: { id: string; salt?: string }[] }
/** What an attacker, or a broken device, may write instead of what is right. */
export type Wrong = {
  origin?: string
  /** The page around the frame that asked. Without it a window asked. */
  topOrigin?: string
  rpId?: string
  type?: string
  isVerified?: boolean
  counter?: number
  /** The credential's id in what the device made, if it is not the one that the page names. */
  credentialId?: Uint8Array
  /** The format of an attestation with a certificate. Without it there is no attestation. */
  certifiedAs?: 'packed' | 'android-key' | 'fido-u2f'
}

type Passkey = { id: string; privateKey: KeyObject; userHandle: string; secret: Buffer; counter: number }

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const [UP, UV, AT] = [1, 4, 64]

/** CBOR (RFC 8949) of 24 to 65,535 bytes. */
const cborBytes = (bytes: Uint8Array) => {
  const { length } = bytes
  return Buffer.concat([Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]), bytes])
}
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** A public key in COSE (RFC 9053): EC2, ES256, P-256. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const bytes = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)])
}

/** @param counts whether it counts the uses of its passkeys, as security keys do */
export function softAuthenticator(origin: string, { counts = false }: { counts?: boolean } = {}) {
  const passkeys = new Map<string, Passkey>()
  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        ...{ type: wrong.type ?? type, challenge, origin: wrong.origin ?? origin },
        ...(wrong.topOrigin !== undefined && { crossOrigin: true, topOrigin: wrong.topOrigin }),
      }),
    )
  const dataOf = (rpId: string, flags: number, counter: number, wrong: Wrong, rest: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrong.counter ?? counter)
    const verified = wrong.isVerified === false ? 0 : UV
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags | verified]), count, rest])
  }
  const keyOf = ({ secret }: Passkey, salt: string) =>
    derivedKey(new Uint8Array(createHmac('sha256', secret).update(salt).digest()), 'passkey')
  return {
    passkeys,
    async create({ challenge, rpId, user, salt }: Creation, wrong: Wrong = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      const counter = counts ? 1 : 0
      const passkey = { id: base64url(id), privateKey, userHandle: user.id, secret: randomBytes(32), counter }
      passkeys.set(passkey.id, passkey)
      const { credentialId = id, certifiedAs } = wrong
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)])
      // A map with one field: a list of one certificate.
      const certified = Buffer.concat([
        Buffer.from([0xa1]),
        cborText('x5c'),
        Buffer.from([0x81]),
        cborBytes(randomBytes(40)),
      ])
      const authData = dataOf(rpId, UP | AT, counter, wrong, credential)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText(certifiedAs ?? 'none'), cborText('attStmt')],
        certifiedAs ? certified : Buffer.from([0xa0]),
        ...[cborText('authData'), cborBytes(authData)],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { registration: { id: passkey.id, response }, key: await keyOf(passkey, salt) }
    },
    /** Uses the first of the wanted passkeys that it has, or its first one if none is named. */
    async use({ challenge, rpId, passkeys: wanted }: Request, wrong: Wrong = {}) {
      const asked = wanted.find(({ id }) => passkeys.has(id))
      const passkey = asked ? passkeys.get(asked.id) : wanted.length ? undefined : [...passkeys.values()][0]
      if (!passkey) throw new Error('There is no such passkey')
      if (counts) passkey.counter += 1
      const client = clientData('webauthn.get', challenge, wrong)
      const data = dataOf(rpId, UP, passkey.counter, wrong)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey)),
        userHandle: passkey.userHandle,
      }
      return { assertion: { id: passkey.id, response }, key: await keyOf(passkey, asked?.salt ?? '') }
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>

/** A recovery code without its checksum, and what the service gets of it. */
export async function someRecovery() {
  const code = base64url(randomBytes(20))
  return { code, recovery: await recoveryOf(code) }
}
