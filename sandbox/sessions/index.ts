/**
 * The session service, which has the key of every smart session. The account's contract limits what the key may do.
 * Only this service should use the key. So that a revoked key cannot act even if it is stolen, the page also asks the
 * wallet to end the permission on the chain.
 */
import { bytesToHex, createPublicClient, custom, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { createDraws } from '../draws.ts'
import type { EvmNode } from '../node.ts'
import { Refusal } from '../refusal.ts'
import type { Call, SentCalls, SmartAccounts } from '../smartAccounts/index.ts'
import type { Asked, Owner, Project } from './shape.ts'

/** One session as the API returns it; times are in seconds since 1970. */
export type Listed = {
  project: Project
  pci: string
  expiry: number
  createdAt: number
  permissions: Asked['permissions']
  policies: Asked['policies']
  context: string
  revokedAt?: number
}

type Held = Listed & { owner: Owner; key: PrivateKeyAccount; isActive: boolean }

export type SessionService = ReturnType<typeof createSessions>['service']
/** Functions for tests, which act as a site's own server would with a session. */
export type SmartSessions = {
  list: (caipAddress: string) => Listed[]
  /**
   * Makes calls with a session's key. Throws when the session is unknown, not active yet or revoked, or when the
   * account's contract rejects a call.
   */
  use: (pci: string, calls: readonly Call[]) => Promise<SentCalls>
  /** The session's key, for a test of an attacker who broke into the service. */
  keyOf: (pci: string) => PrivateKeyAccount | undefined
}

/** The text that an account signs to end a session (EIP-191). */
export const revocation = (pci: string) => `Revoke the smart session ${pci}`

export function createSessions(nodes: readonly EvmNode[], smartAccounts: SmartAccounts, seed: string) {
  const draw = createDraws(`sessions ${seed}`)
  const held = new Map<string, Held>()
  let count = 0

  const nodeOf = ({ chainId }: Owner): EvmNode => {
    const node = nodes.find(({ id }) => id === chainId)
    if (!node) throw new Refusal(400, 'address', `The sandbox has no network eip155:${chainId}`)
    return node
  }
  const find = (owner: Owner, pci: string): Held => {
    const session = held.get(pci)
    if (session?.owner.caipAddress !== owner.caipAddress)
      throw new Refusal(404, 'pci', 'This account has no such session')
    return session
  }
  const list = ({ caipAddress }: Pick<Owner, 'caipAddress'>): Listed[] =>
    [...held.values()]
      .filter(({ isActive, owner }) => isActive && owner.caipAddress === caipAddress)
      .map(({ owner: _owner, key: _key, isActive: _isActive, ...listed }) => listed)

  /**
   * Whether the account signed a message. It may be a contract (ERC-1271), even one that is not deployed yet
   * (ERC-6492).
   */
  const isSigned = (owner: Owner, message: string, signature: Hex) => {
    const node = nodeOf(owner)
    const request = ({ method, params }: { method: string; params?: unknown }) =>
      node.request(method, (params ?? []) as unknown[])
    const client = createPublicClient({ transport: custom({ request }) })
    return client.verifyMessage({ address: owner.address, message, signature })
  }

  const service = {
    list,
    create: (owner: Owner, asked: Asked, now: number) => {
      nodeOf(owner)
      const key = privateKeyToAccount(bytesToHex(draw('key').subarray(0, 32)))
      const pci = `pci-${++count}`
      const createdAt = Math.floor(now / 1000)
      held.set(pci, { ...asked, pci, owner, key, createdAt, context: '', isActive: false })
      return { pci, key: { type: 'secp256k1', publicKey: key.publicKey } }
    },
    activate: (owner: Owner, { pci, context }: { pci: string; context: string }) => {
      Object.assign(find(owner, pci), { context, isActive: true })
    },
    revoke: async (owner: Owner, { pci, signature }: { pci: string; signature: Hex }, now: number) => {
      const session = find(owner, pci)
      if (!(await isSigned(owner, revocation(pci), signature).catch(() => false)))
        throw new Refusal(401, 'signature', 'The account did not sign this')
      session.revokedAt ??= Math.floor(now / 1000)
    },
  }
  const sessions: SmartSessions = {
    list: (caipAddress) => list({ caipAddress }),
    keyOf: (pci) => held.get(pci)?.key,
    use: async (pci, calls) => {
      const session = held.get(pci)
      if (!session?.isActive) throw new Error(`No session ${pci}`)
      if (session.revokedAt !== undefined) throw new Error(`The session ${pci} was revoked`)
      return smartAccounts.sendCallsWith(session.owner.chainId, session.key, session.owner.address, calls)
    },
  }
  return { service, sessions }
}
