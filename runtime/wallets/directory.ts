/** The wallet directory: the service at `services.wallets`, else the config's list, else empty. */
import type { Wallet } from '../contracts/config.ts'
import { projectQuery } from '../http/blockchainApi.ts'
import { createHttp, type Query } from '../http/client.ts'
import { hostFetch } from '../http/hostFetch.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
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
  /** Only wallets that support this namespace's networks. */
  namespace?: Namespace | undefined
}
/** `count` is the number of wallets on all pages, as the directory reports it. `more`: there are further pages. */
export type WalletPage = { wallets: Wallet[]; count: number; more: boolean }

/** How many entries a page has by default. */
export const PAGE_ENTRIES = 40
/** The minimum length of a search; a shorter one is not sent. */
export const SEARCH_LENGTH = 2

const directory = perKit((kit) => {
  const baseUrl = kit.config.services?.wallets
  return baseUrl ? createHttp({ baseUrl, query: () => projectQuery(kit), fetch: hostFetch(kit) }) : undefined
})

/** Whether this page has a directory. */
export const hasDirectory = (kit: Kit) => Boolean(directory(kit) ?? kit.config.wallets?.list?.length)

/**
 * Fetches one page of the directory, filtered by the config's include and exclude lists. Throws what the service
 * throws, and a TimeoutError when it does not answer within ten seconds.
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
  // The page has no network in this namespace. Do not ask the service: without chains it would return the wallets of
  // all networks.
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
    // Filter again: the service does not understand an rdns in the exclude list.
    wallets: found.wallets.filter(listableBy(kit)),
    count: found.count,
    more: found.wallets.length > 0 && page * entries < found.count,
  }
}

/** The most entries that the service returns at once. */
const AT_ONCE = 100

/** Fetches the service's entries for these ids, regardless of the site's lists. Throws what the service throws. */
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
