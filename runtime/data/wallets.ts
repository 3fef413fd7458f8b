/** The wallet directory: the service at `services.wallets`, else the config's list, else nothing (decisions 2.4). */
import type { Wallet } from '../config.ts'
import { projectQuery } from '../http/blockchainApi.ts'
import { createHttp, type Query } from '../http/client.ts'
import { hostFetch } from '../http/hosts.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { perKit } from '../lib/perKit.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import { requestedNetworks } from '../state/networks.ts'
import { listableBy } from './allowed.ts'
import { parseWallet, servesNamespace } from './wallet.ts'

export type WalletQuery = {
  page?: number
  entries?: number
  search?: string
  badge?: 'certified'
  include?: readonly string[]
  exclude?: readonly string[]
  /** Only wallets of its networks. */
  namespace?: Namespace | undefined
}
/** `count` is the number of wallets on all pages, as the directory counts them; `more`: there are further pages. */
export type WalletPage = { wallets: Wallet[]; count: number; more: boolean }

/** Entries of one page of the list (reference 1.14). */
export const PAGE_ENTRIES = 40
/** A search shorter than this is not asked for. */
export const SEARCH_LENGTH = 2

const directory = perKit((kit) => {
  const baseUrl = kit.config.services?.wallets
  return baseUrl ? createHttp({ baseUrl, query: () => projectQuery(kit), fetch: hostFetch(kit) }) : undefined
})

/** Whether there is a directory to look into. */
export const hasDirectory = (kit: Kit) => Boolean(directory(kit) ?? kit.config.wallets?.list?.length)

/**
 * One page of the directory by the config's include and exclude lists. Throws what the service throws, and a TimeoutError
 * when it does not answer in ten seconds.
 */
export async function fetchWallets(
  kit: Kit,
  { page = 1, entries = PAGE_ENTRIES, search, badge, include, exclude, namespace }: WalletQuery = {},
): Promise<WalletPage> {
  const { wallets: filters = {} } = kit.config
  const included = include ?? filters.include ?? []
  const excluded = [...(filters.exclude ?? []), ...(exclude ?? [])]
  const chains = requestedNetworks(kit.state.networks)
    .filter(({ chainNamespace }) => !namespace || chainNamespace === namespace)
    .map(({ caipNetworkId }) => caipNetworkId)
  // Nobody can connect there; and without chains a service would give the wallets of every network.
  if (namespace && !chains.length) return { wallets: [], count: 0, more: false }
  const found =
    (await ask(kit, {
      page,
      entries,
      chains: chains.join(','),
      search: search?.trim(),
      badge_type: badge,
      include: included.join(','),
      exclude: excluded.join(','),
    })) ?? staticPage(filters.list ?? [], { page, entries, search, badge, included, excluded, namespace })
  return {
    // An exclude list may name an rdns, of which a service knows nothing.
    wallets: found.wallets.filter(listableBy(kit)),
    count: found.count,
    more: found.wallets.length > 0 && page * entries < found.count,
  }
}

/** Entries that a service gives at most at once. */
const AT_ONCE = 100

/** The service's entries of these ids, whatever the site's lists say of them. Throws what the service throws. */
export async function fetchNamed(kit: Kit, ids: readonly string[]): Promise<Wallet[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, async (_, at) => {
    const asked = ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE)
    return (await ask(kit, { page: 1, entries: asked.length, include: asked.join(',') }))?.wallets ?? []
  })
  return (await Promise.all(pages)).flat()
}

/** Asks the service; `undefined` without one. */
async function ask(kit: Kit, query: Query) {
  const http = directory(kit)
  if (!http) return undefined
  return parseWalletPage(await http.get({ path: 'getWallets', query, signal: AbortSignal.timeout(TEN_SECONDS) }))
}

export function parseWalletPage(reply: unknown): Found {
  const { data, count } = (reply ?? {}) as { data?: unknown; count?: unknown }
  const wallets = Array.isArray(data) ? data.flatMap((entry) => parseWallet(entry) ?? []) : []
  return { wallets, count: typeof count === 'number' && count >= 0 ? count : wallets.length }
}

type Found = Pick<WalletPage, 'wallets' | 'count'>
type StaticQuery = {
  page: number
  entries: number
  search: string | undefined
  badge: string | undefined
  included: readonly string[]
  excluded: readonly string[]
  namespace: string | undefined
}

function staticPage(
  list: readonly Wallet[],
  { page, entries, search, badge, included, excluded, namespace }: StaticQuery,
): Found {
  const wanted = search?.trim().toLowerCase()
  const isIn = (names: readonly string[], { id, rdns }: Wallet) => names.includes(id) || (rdns && names.includes(rdns))
  const found = list.filter(
    (wallet) =>
      (!included.length || isIn(included, wallet)) &&
      !isIn(excluded, wallet) &&
      (!badge || wallet.badge_type === badge) &&
      (!wanted || wallet.name.toLowerCase().includes(wanted)) &&
      servesNamespace(wallet, namespace),
  )
  return { wallets: found.slice((page - 1) * entries, page * entries), count: found.length }
}
