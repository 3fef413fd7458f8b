/** Which wallets the site allows, from whatever source they come: its include and exclude lists (reference 4.2). */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../config.ts'
import { rdnsKey } from '../connectors/visible.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { hasLink, knownWallet } from './wallet.ts'

/** What a wallet or a connector is known by. */
export type Named = {
  id: string
  name: string
  rdns?: string | null | undefined
  /** A connector's id in the directory. */
  explorerId?: string | undefined
}

/** What the directory said of the wallets that the lists name by id; filled in the background. */
export const namedWallets = perKit(() => proxy<{ list: Wallet[] }>({ list: [] }))

/** Ids of the include and exclude lists of which only the directory knows the rdns and the name. */
export function unnamedIds(kit: Kit): string[] {
  const { include = [], exclude = [] } = kit.config.wallets ?? {}
  // An rdns has dots, and says by itself which connector is meant.
  return [...new Set([...exclude, ...include])].filter((id) => !id.includes('.') && !knownWallet(kit, id))
}

/**
 * Whether a wallet may be offered, by directory id, rdns or name; what the directory has yet to say is not waited for.
 * Made once for many wallets.
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

/** The same for a wallet of a list: without adapters, one that nothing on this page opens is dropped (reference 1.14). */
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

/** No id holds a blank: names and ids never meet. */
const nameKey = (name: string) => ` ${name.toLowerCase()}`
