/** The only parser of a remote session: from the value that WalletConnect's library stores to the kit's type. */
import type { Kit } from '../contracts/kit.ts'
import { type CaipNetworkId, type Namespace, NAMESPACES, namespacesOf } from '../lib/namespace.ts'
import { parseCaipAddress } from '../lib/caip.ts'
import { cleanText } from '../lib/text.ts'
import { parseAddress } from '../chains/eip155/provider.ts'
import type { Peer } from '../contracts/remote.ts'
import { presentId } from './namespaces.ts'

export type RemoteNamespace = {
  /** Without duplicates, in the wallet's order. */
  accounts: readonly string[]
  /** The networks on which the wallet approved accounts. */
  networks: readonly CaipNetworkId[]
  /** The accounts by network: some namespaces spell the same account differently on each network. */
  accountsOn: Readonly<Record<CaipNetworkId, readonly string[]>>
  methods: readonly string[]
  /**
   * Present id to older id, for the networks that the wallet approved by their older id only: requests to the wallet
   * must name that id.
   */
  olderIds?: Readonly<Record<CaipNetworkId, CaipNetworkId>>
}
export type RemoteSession = {
  topic: string
  /** ms since 1970. */
  expiry: number
  peer: Peer
  namespaces: Readonly<Partial<Record<Namespace, RemoteNamespace>>>
}

/**
 * Parses a client's session, with only the namespaces that the kit knows; `undefined` if it has none of them or
 * expired.
 */
export const sessionFor = (kit: Kit, session: unknown) => parseSession(session, namespacesOf(kit.state.accounts))

/**
 * Parses a remote session. `undefined` for a value that is not a session, has no readable account of a `known`
 * namespace, or has expired.
 */
export function parseSession(
  value: unknown,
  known: readonly Namespace[] = NAMESPACES,
  now = Date.now(),
): RemoteSession | undefined {
  const { topic, expiry, peer, namespaces } = record(value)
  if (typeof topic !== 'string' || !topic || typeof expiry !== 'number' || expiry * 1000 <= now) return undefined
  const parsed = parseNamespaces(namespaces, known)
  if (!Object.keys(parsed).length) return undefined
  return { topic, expiry: expiry * 1000, peer: parsePeer(record(peer)['metadata']), namespaces: parsed }
}

/**
 * Reads a session's namespaces, whose keys are `eip155` or `eip155:1` (CAIP-25). Skips accounts whose namespace differs
 * from that of their key, and namespaces without accounts.
 */
export function parseNamespaces(value: unknown, known: readonly Namespace[] = NAMESPACES): RemoteSession['namespaces'] {
  const found: Partial<Record<Namespace, RemoteNamespace>> = {}
  for (const [key, entry] of Object.entries(record(value))) {
    const namespace = known.find((name) => key === name || key.startsWith(`${name}:`))
    if (!namespace) continue
    const { accounts, methods } = record(entry)
    const parsed = texts(accounts).flatMap((account) => readAccount(account, namespace) ?? [])
    const before = found[namespace]
    const all = {
      accounts: unique([...(before?.accounts ?? []), ...parsed.map(({ address }) => address)]),
      networks: unique([...(before?.networks ?? []), ...parsed.map(({ network }) => network)]),
      accountsOn: groupByNetwork(parsed, before?.accountsOn),
      methods: unique([...(before?.methods ?? []), ...texts(methods)]),
      ...olderOnly(parsed, before),
    }
    if (all.accounts.length) found[namespace] = all
  }
  return found
}

/** An account that the wallet approved; `id` is the network's id in the session, which may be an older one. */
type Approved = { address: string; network: CaipNetworkId; id: CaipNetworkId }

function olderOnly(
  parsed: readonly Approved[],
  { networks = [], olderIds = {} }: Partial<RemoteNamespace> = {},
): Pick<RemoteNamespace, 'olderIds'> {
  const present = [...parsed.map(({ id }) => id), ...networks.filter((network) => !olderIds[network])]
  const older = [...parsed.map(({ network, id }) => [network, id] as const), ...Object.entries(olderIds)]
  const only = older.filter(([network]) => !present.includes(network as CaipNetworkId))
  return only.length ? { olderIds: Object.fromEntries(only) } : {}
}

function groupByNetwork(
  parsed: readonly Approved[],
  before: RemoteNamespace['accountsOn'] = {},
): RemoteNamespace['accountsOn'] {
  const groups: Record<CaipNetworkId, readonly string[]> = { ...before }
  for (const { address, network } of parsed) groups[network] = unique([...(groups[network] ?? []), address])
  return groups
}

function readAccount(account: string, namespace: Namespace): Approved | undefined {
  const parsed = parseCaipAddress(account)
  if (parsed?.namespace !== namespace) return undefined
  const address = namespace === 'eip155' ? parseAddress(parsed.address) : parsed.address
  const id = parsed.caipNetworkId
  return address === undefined ? undefined : { address, network: presentId(id), id }
}

/** Cleans what a wallet reports about itself. Keeps an icon only if it is an http(s) address or a `data:` image. */
export function parsePeer(value: unknown): Peer {
  const { name, icons, url } = record(value)
  const icon = texts(icons).find((each) => /^(https?:\/\/|data:image\/)/.test(each) && each.length < 262_144)
  return {
    name: (typeof name === 'string' && cleanText(name).slice(0, 64)) || 'Unknown wallet',
    ...(icon !== undefined && { icon }),
    ...(typeof url === 'string' && /^https?:\/\//.test(url) && { url: url.slice(0, 512) }),
  }
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
