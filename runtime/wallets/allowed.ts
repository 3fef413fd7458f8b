/** Decides which wallets the site allows, by its include and exclude lists, for every source of wallets. */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../contracts/config.ts'
import { rdnsKey } from './visible.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { hasLink, knownWallet } from './wallet.ts'

/** What identifies a wallet or a connector. */
export type Named = {
  id: string
  name: string
  rdns?: string | null | undefined
  /** A connector's wallet id in the directory. */
  explorerId?: string | undefined
}

/**
 * The directory's entries for the wallets that the site's include and exclude lists name by id; loaded in the
 * background.
 */
export const namedWallets = perKit(() => proxy<{ list: Wallet[] }>({ list: [] }))

/** The ids in the site's include and exclude lists whose rdns and name only the directory knows. */
export function unnamedIds(kit: Kit): string[] {
  const { include = [], exclude = [] } = kit.config.wallets ?? {}
  // An rdns contains dots, and identifies a connector without the directory.
  return [...new Set([...exclude, ...include])].filter((id) => !id.includes('.') && !knownWallet(kit, id))
}

/**
 * Returns a function that decides whether a wallet may be shown, by directory id, rdns or name. It does not wait for
 * directory entries that are still loading. Create it once for a list of wallets.
 */
export function allowedBy(kit: Kit): (wallet: Named) => boolean {
  const { include, exclude = [] } = kit.config.wallets ?? {}
  const [within, without] = [keysOf(kit, include ?? []), keysOf(kit, exclude)]
  return ({ id, name, rdns, explorerId }) => {
    const keys = [id.toLowerCase(), explorerId?.toLowerCase(), rdns && rdnsKey(rdns), nameKey(name)]
    const isIn = (list: Set<string>) => keys.some((key) => key && list.has(key))
    return !isIn(without) && (!include?.length || isIn(within))
  }
}

/**
 * Returns a function that decides whether a directory wallet may be listed: the site must allow it, and on a page
 * without adapters it must have a link, because the page could not open it otherwise.
 */
export function listableBy(kit: Kit): (wallet: Wallet) => boolean {
  const isAllowed = allowedBy(kit)
  return (wallet) => isAllowed(wallet) && (kit.chains.size > 0 || hasLink(wallet))
}

function keysOf(kit: Kit, ids: readonly string[]): Set<string> {
  const named = ids.length ? namedWallets(kit).list : []
  return new Set(
    ids.flatMap((id) => {
      const wallet = knownWallet(kit, id) ?? named.find((each) => each.id === id)
      const own = [id.toLowerCase(), rdnsKey(id)]
      if (!wallet) return own
      return [...own, wallet.id.toLowerCase(), nameKey(wallet.name), ...(wallet.rdns ? [rdnsKey(wallet.rdns)] : [])]
    }),
  )
}

/** No id begins with a space, so a leading space keeps names and ids apart. */
const nameKey = (name: string) => ` ${name.toLowerCase()}`
