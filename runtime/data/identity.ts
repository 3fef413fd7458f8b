/** Reads the account's name and picture. Only accounts on eip155 have them; elsewhere both are null. */
import { blockchainApi } from '../http/blockchainApi.ts'
import { HttpError } from '../http/client.ts'
import type { Kit } from '../contracts/kit.ts'
import { namespaceOf, toCaipAddress } from '../lib/caip.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import { normalizeName } from '../lib/ensName.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { cleanText } from '../lib/text.ts'
import { FIVE_MINUTES } from '../lib/time.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { createCache } from './cache.ts'

export type Identity = { name: string | null; avatar: string | null }
const NOBODY: Identity = { name: null, avatar: null }

export const identityCache = perKit((kit) =>
  createCache(kit.storage, STORAGE_KEYS.identityCache, FIVE_MINUTES, parseIdentity),
)

/**
 * Asks the API for an account's name and picture, and keeps the answer for five minutes per address and network. Both
 * are null for an account without a name (404), outside eip155, for a network that the API does not support, and without
 * an API. Throws what the API throws otherwise.
 */
export async function fetchIdentity(kit: Kit, address: string, caipNetworkId: CaipNetworkId): Promise<Identity> {
  const api = blockchainApi(kit)
  if (!api || namespaceOf(caipNetworkId) !== 'eip155') return NOBODY
  const key = toCaipAddress(caipNetworkId, address)
  const cached = identityCache(kit).get(key)
  if (cached) return cached
  const sender = activeAccount(kit)?.address
  const reply = await api
    .read({ path: `v1/identity/${address}`, query: { sender } }, caipNetworkId)
    .catch((error: unknown) => {
      // The account has no name, as most: keep that too.
      if (error instanceof HttpError && error.status === 404) return NOBODY
      throw error
    })
  if (reply === undefined) return NOBODY
  const identity = await trusted(parseIdentity(reply) ?? NOBODY)
  identityCache(kit).set(key, identity)
  return identity
}

/**
 * Drops a name (with a dot) that is not spelled as ENSIP-15 requires, or cannot be checked, because it may imitate
 * another account's name.
 */
async function trusted(identity: Identity): Promise<Identity> {
  const { name } = identity
  if (!name?.includes('.')) return identity
  const normal = await normalizeName(name).catch(() => undefined)
  return normal === name ? identity : { ...identity, name: null }
}

/** Stores the active account's name and picture. If the service fails, both are null, and views show the address. */
export async function updateIdentity(kit: Kit): Promise<void> {
  const account = activeAccount(kit)
  const network = activeNetworkOf(kit)
  const before = account?.caipAddress
  if (!account?.address || !network) return
  const { name, avatar } = await fetchIdentity(kit, account.address, network.caipNetworkId).catch(() => NOBODY)
  if (account.caipAddress === before) Object.assign(account, { profileName: name, profileImage: avatar })
}

/** Parses `{ name, avatar }`; a missing or invalid field becomes null. `undefined` if the reply is not an object. */
export function parseIdentity(reply: unknown): Identity | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined
  const { name, avatar } = reply as Record<string, unknown>
  return {
    name: typeof name === 'string' && name ? cleanText(name) : null,
    avatar: typeof avatar === 'string' && /^(https?:\/\/|data:image\/)/.test(avatar) ? avatar : null,
  }
}
