/** The wallet directory: the service at `services.wallets`, else the config's list, else nothing (decisions 2.4). */
import type { Wallet } from '../config.ts'
import { projectQuery } from '../http/blockchainApi.ts'
import { createHttp } from '../http/client.ts'
import { hostFetch } from '../http/hosts.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { parseWallet } from './wallet.ts'
import { requestedNetworks } from '../state/networks.ts'

export type WalletQuery = {
  page?: number
  entries?: number
  search?: string
  badge?: 'certified'
  include?: readonly string[]
  exclude?: readonly string[]
}
export type WalletPage = { wallets: Wallet[]; count: number }

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

/** One page of the directory by the config's include and exclude lists. Throws what the service throws. */
export async function fetchWallets(
  kit: Kit,
  { page = 1, entries = PAGE_ENTRIES, search, badge, include, exclude }: WalletQuery = {},
): Promise<WalletPage> {
  const { wallets: filters = {} } = kit.config
  const included = include ?? filters.include ?? []
  const excluded = [...(filters.exclude ?? []), ...(exclude ?? [])]
  const http = directory(kit)
  if (!http) return staticPage(kit.config.wallets?.list ?? [], { page, entries, search, badge, included, excluded })
  const reply = await http.get({
    path: 'getWallets',
    query: {
      page,
      entries,
      chains: requestedNetworks(kit.state.networks)
        .map(({ caipNetworkId }) => caipNetworkId)
        .join(','),
      search: search?.trim(),
      badge_type: badge,
      include: included.join(','),
      exclude: excluded.join(','),
    },
  })
  return parseWalletPage(reply)
}

export function parseWalletPage(reply: unknown): WalletPage {
  const { data, count } = (reply ?? {}) as { data?: unknown; count?: unknown }
  const wallets = Array.isArray(data) ? data.flatMap((entry) => parseWallet(entry) ?? []) : []
  return { wallets, count: typeof count === 'number' && count >= 0 ? count : wallets.length }
}

function staticPage(
  list: readonly Wallet[],
  {
    page,
    entries,
    search,
    badge,
    included,
    excluded,
  }: {
    page: number
    entries: number
    search?: string | undefined
    badge?: string | undefined
    included: readonly string[]
    excluded: readonly string[]
  },
): WalletPage {
  const wanted = search?.trim().toLowerCase()
  const found = list.filter(
    ({ id, name, badge_type }) =>
      (!included.length || included.includes(id)) &&
      !excluded.includes(id) &&
      (!badge || badge_type === badge) &&
      (!wanted || name.toLowerCase().includes(wanted)),
  )
  return { wallets: found.slice((page - 1) * entries, page * entries), count: found.length }
}
