/** The recovery of an account whose passkeys are lost, with a device that takes its time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recover } from '../../../plugins/passkey/keys.ts'
import type { PluginKit } from '../../../runtime/plugin.ts'

const ACCOUNT = '0x00000000000000000000000000000000000ACC04'
const WALLET = '0x00000000000000000000000000000000000A11cE'

class Attestation {}
class Credential {}
/** What the visitor does while the device asks. */
let meanwhile: () => void = () => undefined

beforeEach(() => {
  const create = async () => {
    meanwhile()
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
    const key = await crypto.subtle.exportKey('spki', publicKey)
    const response = Object.assign(new Attestation(), { getPublicKey: () => key })
    return Object.assign(new Credential(), { rawId: new Uint8Array(16).buffer, response })
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('AuthenticatorAttestationResponse', Attestation)
  vi.stubGlobal('navigator', { credentials: { create } })
})
afterEach(() => void vi.unstubAllGlobals())

/** The wallet is on the network `active`; the network's node names it as the recovery wallet. */
function made() {
  let active = 31337
  const sent: unknown[] = []
  const kit = {
    account: () => ({ address: WALLET, caipAddress: `eip155:${active}:${WALLET}` }),
    chain: {
      sendTransaction: async (transaction: { to: string }) => (sent.push(transaction.to), '0x1'),
      waitForTransaction: async () => ({ status: 'success' }),
    },
  } as unknown as PluginKit
  const rpc = async () => `0x${'0'.repeat(24)}${WALLET.slice(2).toLowerCase()}`
  return { sent, go: (id: number) => (active = id), recovered: () => recover(kit, rpc, ACCOUNT, 'localhost', 'Site') }
}

it('adds a passkey to the account, on the network whose account names this wallet', async () => {
  meanwhile = () => undefined
  const { sent, recovered } = made()
  expect((await recovered()).account).toBe(ACCOUNT)
  expect(sent).toEqual([ACCOUNT])
})

it('sends nothing if another network became active while the device asked', async () => {
  const { sent, go, recovered } = made()
  meanwhile = () => void go(31338)
  await expect(recovered()).rejects.toMatchObject({ code: 'PASSKEY_RECOVERY' })
  expect(sent).toEqual([])
})
