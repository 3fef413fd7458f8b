/**
 * Turns an app's request into an active session: creates it at the session service, asks the wallet, then activates it.
 */
import type { PluginKit } from 'walletkit/plugin'
import type { SessionsApi } from './api.ts'
import { sessionError } from './errors.ts'
import { keepGrant, LAST_TIME } from './kept.ts'
import { isUnclear, isWildcard, parsePermission, type Permission, recordOf } from './permission.ts'

/**
 * What an app asks for, with the names of ERC-7715. `expiry` is in seconds since 1970. The signer is the service's key.
 */
export type SessionRequest = {
  expiry: number
  permissions: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
  policies?: readonly Readonly<Record<string, unknown>>[]
}
/**
 * The result for the app: `pci` is the service's id of the session, `expiry` is in seconds since 1970, and `context` is
 * from the wallet (ERC-7715).
 */
export type Granted = { pci: string; expiry: number; context: string }

/** A parsed request. `expiry` is in ms since 1970. */
export type Wanted = { request: SessionRequest; expiry: number; permissions: readonly Permission[] }

/** 30 days in ms. The screens warn about longer sessions, because a stolen key works until the end. */
const LONG = 30 * 86_400_000
export const isLong = ({ expiry }: Pick<Wanted, 'expiry'>, now = Date.now()) => expiry - now > LONG

/**
 * Parses an app's request. Throws `SESSION_ENDLESS`, `SESSION_EMPTY` or `SESSION_WILDCARD` if it is unsafe. `now` in
 * ms.
 */
export function readRequest(value: unknown, now = Date.now()): Wanted {
  const { expiry, permissions, policies } = recordOf(value)
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry * 1000 <= now || expiry * 1000 > LAST_TIME)
    throw sessionError('SESSION_ENDLESS')
  const list = Array.isArray(permissions) ? (permissions as unknown[]) : []
  const read = list.map(parsePermission)
  if (!read.length || read.includes(undefined)) throw sessionError('SESSION_EMPTY')
  const known = read as Permission[]
  if (known.some(isUnclear)) throw sessionError('SESSION_EMPTY')
  if (known.some(isWildcard)) throw sessionError('SESSION_WILDCARD')
  const request = structuredClone({ expiry, permissions: list, ...(Array.isArray(policies) && { policies }) })
  return { request: request as SessionRequest, expiry: expiry * 1000, permissions: known }
}

/** Throws `SESSION_UNABLE` if the wallet's capabilities rule the request out. Passes if the wallet reports none. */
async function checkWallet(kit: PluginKit, wanted: Wanted): Promise<void> {
  const network = kit.network()
  const said = await kit.chain.getCapabilities().catch(() => undefined)
  if (!said || !network) return
  const own = recordOf(said[`0x${Number(network.id).toString(16)}`])
  const { permissionTypes, signerTypes } = recordOf(own['permissions'])
  const lacks = (list: unknown, name: string) => Array.isArray(list) && !list.includes(name)
  const types = wanted.request.permissions.map(({ type }) => type)
  if (types.some((type) => lacks(permissionTypes, type)) || lacks(signerTypes, 'keys'))
    throw sessionError('SESSION_UNABLE')
}

/** Grants a request from {@link readRequest}. Never retried. Rejects with the error of the step that failed. */
export async function grant(kit: PluginKit, api: SessionsApi, wanted: Wanted): Promise<Granted> {
  const { address, caipAddress } = kit.account()
  const network = kit.network()
  if (!address || !caipAddress || !network) throw sessionError('SESSION_GRANT')
  await checkWallet(kit, wanted)
  const { expiry, permissions, policies = [] } = wanted.request
  const { name, url, icon } = siteOf()
  const project = { name, url, iconUrl: icon }
  const { pci, key } = await api.create(caipAddress, { expiry, permissions, policies, project })
  const answer = await kit.chain.grantPermissions({
    chainId: `0x${Number(network.id).toString(16)}`,
    address,
    expiry,
    permissions,
    policies,
    signer: { type: 'keys', data: { keys: [key] } },
  })
  const { permissionsContext, context = permissionsContext } = recordOf(answer)
  if (typeof context !== 'string' || !context) throw sessionError('SESSION_GRANT')
  keepGrant(kit, { pci, caip: caipAddress, context, expiry: wanted.expiry })
  await api.activate(caipAddress, { ...recordOf(answer), pci, context })
  return { pci, expiry, context }
}

/** This site's name, URL and icon, for the service's list. */
function siteOf() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')?.href ?? ''
  return { name: document.title || location.host, url: location.origin, icon: /^https:/.test(icon) ? icon : '' }
}
