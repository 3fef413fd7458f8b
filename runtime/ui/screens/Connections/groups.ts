import type { WalletConnection } from '../../../state/connections.ts'

/** What shows as one wallet: a remote session or a login is one session on several namespaces. */
export type WalletGroup = {
  key: string
  name: string
  icon: string | undefined
  since: number
  members: readonly WalletConnection[]
}

/** Groups connections, in their order. */
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
