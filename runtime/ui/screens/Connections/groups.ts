import type { WalletConnection } from '../../../state/connections.ts'

/** The connections that show as one wallet. A remote session and a login have one connection for each namespace. */
export type WalletGroup = {
  key: string
  name: string
  icon: string | undefined
  since: number
  members: readonly WalletConnection[]
}

/**
 * Groups the connections of a remote session, and those of a login; every other connection is a group of its own. The
 * groups have the order of their first connections.
 */
export function groupsOf(connections: readonly WalletConnection[]): WalletGroup[] {
  const groups = new Map<string, WalletConnection[]>()
  for (const connection of connections) {
    const isShared = connection.type === 'WALLET_CONNECT' || connection.type === 'AUTH'
    const key = isShared ? connection.type : connection.id
    groups.set(key, [...(groups.get(key) ?? []), connection])
  }
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (!first) return []
    const since = Math.min(...members.map((each) => each.since))
    return [{ key, name: first.name, icon: first.icon, since, members }]
  })
}
