import type { Wallet } from '../contracts/config.ts'
import { type Connector, PLUGIN_WALLET } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { RECENT_WALLETS } from '../lib/recentKey.ts'
import { parseWallet } from './wallet.ts'

/** The maximum number of recent wallets; the newest is first. */
export const RECENT_LIMIT = 2

export function recentWallets(kit: Kit): Wallet[] {
  try {
    const stored: unknown = JSON.parse(kit.storage.get(RECENT_WALLETS) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((entry) => parseWallet(entry) ?? []).slice(0, RECENT_LIMIT) : []
  } catch {
    return []
  }
}

export function addRecentWallet(kit: Kit, used: Connector | Wallet) {
  if ('driver' in used && used.id.startsWith(PLUGIN_WALLET)) return
  const wallet: Wallet =
    'driver' in used ? { id: used.explorerId ?? used.id, name: used.name, rdns: used.info?.rdns ?? null } : used
  const rest = recentWallets(kit).filter(({ id }) => id !== wallet.id)
  kit.storage.set(RECENT_WALLETS, JSON.stringify([wallet, ...rest].slice(0, RECENT_LIMIT)))
  kit.state.connection.recentWallet = wallet
}
