/**
 * The requests to `/v1/sessions`, about an account's sessions on one network. They are sent even if the API does not
 * support that network, because the owner must always be able to revoke a session.
 */
import type { BlockchainApi } from 'walletkit/plugin'
import { recordOf } from './permission.ts'
import { parseSessions, type Session } from './session.ts'

export type SessionsApi = ReturnType<typeof sessionsApi>
/**
 * The public key that the session service made for a session. By granting the session, the account permits this key to
 * act.
 */
export type ServiceKey = { type: string; publicKey: string }

export default function sessionsApi(api: BlockchainApi) {
  const path = (caipAddress: string) => `v1/sessions/${encodeURIComponent(caipAddress)}`
  return {
    list: async (caipAddress: string, signal?: AbortSignal): Promise<Session[]> =>
      parseSessions(await api.get({ path: path(caipAddress), ...(signal && { signal }) })),
    /** Creates a session, which has no effect until it is activated. */
    create: async (
      caipAddress: string,
      body: Readonly<Record<string, unknown>>,
    ): Promise<{ pci: string; key: ServiceKey }> => parseCreated(await api.post({ path: path(caipAddress), body })),
    /** Activates a session: sends the wallet's response to the session service. */
    activate: async (caipAddress: string, body: { pci: string } & Readonly<Record<string, unknown>>): Promise<void> =>
      void (await api.post({ path: `${path(caipAddress)}/activate`, body, parse: String })),
    revoke: async (caipAddress: string, body: { pci: string; signature: string }): Promise<void> =>
      void (await api.post({ path: `${path(caipAddress)}/revoke`, body, parse: String })),
  }
}

export function parseCreated(reply: unknown): { pci: string; key: ServiceKey } {
  const { pci, key } = recordOf(reply)
  const { type, publicKey } = recordOf(key)
  if (typeof pci !== 'string' || !pci) throw new Error('The service named no session')
  if (type !== 'secp256k1' && type !== 'secp256r1') throw new Error('The service’s key is of no known kind')
  if (typeof publicKey !== 'string' || !/^(0x)?[0-9a-fA-F]{64,130}$/.test(publicKey))
    throw new Error('The service sent no key')
  return { pci, key: { type, publicKey } }
}
