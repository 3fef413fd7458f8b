/** Finding a passkey's account at a node that lies about which account exists. */
import { afterEach, expect, it, vi } from 'vitest'
import { p256 } from '@noble/curves/p256'
import { sha256, type Hex } from 'viem'
import { accountOf } from '../../../plugins/passkey/account.ts'
import { fromHex, toBase64Url, toHex, utf8 } from '../../../plugins/passkey/bytes.ts'
import { findPasskey } from '../../../plugins/passkey/find.ts'

afterEach(() => void vi.unstubAllGlobals())

it('asks for a second signature where the account that a node names does not confirm the passkey', async () => {
  const secret = p256.utils.randomPrivateKey()
  const point = toHex(p256.getPublicKey(secret, false))
  const rpIdHash = sha256(utf8('localhost'))
  const real = accountOf({ x: `0x${point.slice(4, 68)}`, y: `0x${point.slice(68)}`, rpIdHash })
  class Answer {}
  class Credential {}
  const get = async ({ publicKey }: { publicKey: { challenge: Uint8Array } }) => {
    const challenge = toBase64Url(new Uint8Array(publicKey.challenge))
    const said = utf8(`{"type":"webauthn.get","challenge":"${challenge}","origin":"http://localhost"}`)
    const data = Uint8Array.from([...fromHex(rpIdHash), 5, 0, 0, 0, 0])
    const signed = fromHex(sha256(Uint8Array.from([...data, ...fromHex(sha256(said))])))
    const signature = p256.sign(signed, secret).toDERRawBytes().slice().buffer
    const parts = { authenticatorData: data.buffer, clientDataJSON: said.slice().buffer, signature }
    const response = Object.assign(new Answer(), { ...parts, userHandle: new ArrayBuffer(32) })
    return Object.assign(new Credential(), { response, rawId: new ArrayBuffer(16) })
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', { origin: 'http://localhost', hostname: 'localhost', host: 'localhost' })
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('AuthenticatorAssertionResponse', Answer)
  vi.stubGlobal('navigator', { credentials: { get } })
  const rpc = async (method: string, [account]: readonly unknown[]): Promise<Hex> =>
    method === 'eth_getCode' && account !== real ? '0x60' : '0x'
  expect(await findPasskey(rpc, 'localhost', async () => true)).toMatchObject({ account: real })
})
