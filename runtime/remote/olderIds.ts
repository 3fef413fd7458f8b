/** Networks that older wallets know by another id. A proposal names both ids; a wallet may approve only the older one. */
import type { CaipNetworkId } from '../lib/namespace.ts'

const OLDER_IDS: Readonly<Record<string, CaipNetworkId>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}
const PRESENT_IDS = new Map(Object.entries(OLDER_IDS).map(([id, older]) => [older, id as CaipNetworkId]))

/** The older id of a network; `undefined` if it has none. */
export const olderId = (id: string): CaipNetworkId | undefined => OLDER_IDS[id]

/** The id by which the kit knows a network, for that id and for an older one. */
export const presentId = (id: CaipNetworkId): CaipNetworkId => PRESENT_IDS.get(id) ?? id
