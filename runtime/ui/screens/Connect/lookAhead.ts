import { namedWallets, unnamedIds } from '../../../wallets/allowed.ts'
import { knownWallet } from '../../../wallets/wallet.ts'
import { fetchNamed, fetchWallets } from '../../../wallets/directory.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { lazy } from '../../../lib/lazy.ts'
import { perKit } from '../../../contracts/perKit.ts'
import { directoryState, hasDirectory } from './directory.ts'
import { prepareLinks } from '../../../actions/link.ts'
import { tracking } from '../../../actions/tracking.ts'

/** Loads what the next step may need, while the visitor reads the list, and sends tracking events that waited. */
export function lookAhead(kit: Kit) {
  prepareLinks(kit)
  void askDirectory(kit)
  tracking(kit).send()
}

/** Number of wallets to fetch as candidates for the recommended ones. */
const SAMPLE = 4

/** Requests the directory once. Never throws; after a failure, the next call requests it again. */
export const askDirectory = async (kit: Kit): Promise<void> => {
  if (!hasDirectory(kit)) return
  await asking(kit)().catch(() => undefined)
  directoryState(kit).waiting = false
}

const asking = perKit((kit) =>
  lazy(async () => {
    // Wait for both requests even if one fails, because each of the two results is useful alone.
    const parts = await Promise.allSettled([learnNames(kit), learnWallets(kit)])
    // Rows render without the failed part; rethrow so that the next open retries.
    for (const part of parts) if (part.status === 'rejected') throw part.reason
  }),
)

/** Fetches the wallets that the config includes or excludes by id, to recognise them when they announce themselves. */
async function learnNames(kit: Kit) {
  const ids = unnamedIds(kit)
  if (ids.length) namedWallets(kit).list = await fetchNamed(kit, ids)
}

async function learnWallets(kit: Kit) {
  const state = directoryState(kit)
  const ids = kit.config.wallets?.featured ?? []
  const [page, featured] = await Promise.all([
    fetchWallets(kit, { entries: SAMPLE, exclude: ids }),
    state.featured.length < ids.length ? fetchWallets(kit, { entries: ids.length, include: ids }) : undefined,
  ])
  if (featured)
    state.featured = ids.flatMap(
      (id) => knownWallet(kit, id) ?? featured.wallets.find((wallet) => wallet.id === id) ?? [],
    )
  Object.assign(state, { count: page.count + state.featured.length, sample: page.wallets })
}
