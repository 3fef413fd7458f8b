/**
 * The cells of the all-wallets list, in order: installed wallets, featured, recommended, the site's own (`custom`),
 * then the directory's pages.
 */
import type { Wallet } from '../../../contracts/config.ts'
import type { Connector } from '../../../contracts/connector.ts'
import { listableBy } from '../../../wallets/allowed.ts'
import { servesNamespace, walletImage } from '../../../wallets/wallet.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { connectorFinder } from '../Connect/choose.ts'
import { directoryState } from '../Connect/directory.ts'
import { connectorRow, offeredConnectors, type WalletRow } from '../Connect/rows.ts'

export type WalletCell = WalletRow & { certified: boolean }
/** `search` is trimmed, and empty if it has fewer than two characters. */
export type Wanted = { search: string; certified: boolean }

/** The directory's wallets that the list shows before the directory's pages. */
export const leading = (kit: Kit): readonly Wallet[] => {
  const { featured, sample } = directoryState(kit)
  return [...featured, ...sample]
}

type Made = {
  /** The input from which the cells were made. */
  wanted: Wanted
  before: readonly Wallet[]
  pages: readonly Wallet[]
  seen: Set<string>
  /** The offered connectors, such as installed wallets, and whether the loaded pages list them as certified. */
  here: Map<Connector, boolean>
  others: WalletCell[]
}

/**
 * Creates a maker of the list's cells. Create a new maker when the connectors, the lists of allowed wallets or the
 * namespace change. When a further page arrives, the maker creates cells only for the wallets of that page and the
 * installed wallets, not for the whole list.
 */
export function cellMaker(kit: Kit) {
  const find = connectorFinder(kit)
  const isListable = listableBy(kit)
  const namespace = kit.state.modal.namespace
  const offered = offeredConnectors(kit)
  const rowOf = new Map<Connector, Connector>(
    offered.flatMap((row) => (row.connectors ?? [row]).map((each): [Connector, Connector] => [each, row])),
  )
  let made: Made | undefined

  /** The wallets that come before the directory's pages; with a search or filter, only those that match. */
  const start = ({ search, certified }: Wanted): Pick<Made, 'before' | 'here'> => {
    const wanted = search.toLowerCase()
    const matches = ({ name }: { name: string }) => !certified && name.toLowerCase().includes(wanted)
    const custom = kit.config.wallets?.custom ?? []
    return {
      before: search || certified ? custom.filter(matches) : [...leading(kit), ...custom],
      here: new Map(offered.filter(matches).map((connector) => [connector, false])),
    }
  }

  const add = ({ seen, here, others }: Made, wallet: Wallet) => {
    if (seen.has(wallet.id) || !isListable(wallet) || !servesNamespace(wallet, namespace)) return
    seen.add(wallet.id)
    const certified = wallet.badge_type === 'certified'
    const connector = find(wallet)
    const row = connector && rowOf.get(connector)
    if (row) here.set(row, (here.get(row) ?? false) || certified)
    else
      others.push({
        key: wallet.id,
        name: wallet.name,
        image: walletImage(kit, wallet),
        tag: undefined,
        wallet,
        certified,
      })
  }

  return (pages: readonly Wallet[], wanted: Wanted): WalletCell[] => {
    const { before, here } = start(wanted)
    const goesOn =
      made?.wanted.search === wanted.search &&
      made.wanted.certified === wanted.certified &&
      made.before.length === before.length &&
      made.before.every((wallet, at) => wallet === before[at]) &&
      made.pages.length <= pages.length &&
      made.pages.at(-1) === pages[made.pages.length - 1]
    const known = goesOn ? made : undefined
    const next: Made = known ?? { wanted, before, pages: [], seen: new Set(), here, others: [] }
    for (const wallet of known ? pages.slice(known.pages.length) : [...before, ...pages]) add(next, wallet)
    made = { ...next, pages }
    const own = [...made.here].map(([connector, vouched]) => ({ ...connectorRow(kit, connector), certified: vouched }))
    return [...own, ...made.others]
  }
}
