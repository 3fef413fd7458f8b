import { namedWallets, unnamedIds } from '../../../data/allowed.ts'
import { knownWallet } from '../../../data/wallet.ts'
import { fetchNamed, fetchWallets } from '../../../data/wallets.ts'
import type { Kit } from '../../../kit.ts'
import { lazy } from '../../../lib/lazy.ts'
import { perKit } from '../../../lib/perKit.ts'
import { directoryState, hasDirectory } from './directory.ts'

/** Recommended wallets are chosen from this many (reference 1.14). */
const SAMPLE = 4

/** Asks once. Never throws: a service that fails is asked again the next time that somebody looks. */
export const askDirectory = async (kit: Kit): Promise<void> => {
  if (!hasDirectory(kit)) return
  await asking(kit)().catch(() => undefined)
  directoryState(kit).waiting = false
}

const asking = perKit((kit) =>
  lazy(async () => {
    // Each is of use without the other.
    const parts = await Promise.allSettled([learnNames(kit), learnWallets(kit)])
    // The rows stand without what failed.
    for (const part of parts) if (part.status === 'rejected') throw part.reason
  }),
)

/** Whom the site excludes and includes by id, so that those who announce themselves are known too. */
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
