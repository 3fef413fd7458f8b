import { fetchWallets } from '../../../data/wallets.ts'
import type { Kit } from '../../../kit.ts'
import { directoryState, hasDirectory } from './directory.ts'
import { knownWallet } from '../../../data/wallet.ts'

/** Wallets in the picture of the All Wallets row. */
const SAMPLE = 4

/** Asks once; a service that fails is asked again the next time that the modal opens. */
export async function askDirectory(kit: Kit): Promise<void> {
  const state = directoryState(kit)
  if (state.asked || !hasDirectory(kit)) return
  state.asked = true
  const ids = kit.config.wallets?.featured ?? []
  try {
    const [page, featured] = await Promise.all([
      fetchWallets(kit, { entries: SAMPLE, exclude: ids }),
      state.waiting ? fetchWallets(kit, { entries: ids.length, include: ids }) : undefined,
    ])
    if (featured)
      state.featured = ids.flatMap(
        (id) => knownWallet(kit, id) ?? featured.wallets.find((wallet) => wallet.id === id) ?? [],
      )
    Object.assign(state, { count: page.count + ids.length, sample: page.wallets })
  } catch {
    // The row stands without its figure.
    state.asked = false
  }
  state.waiting = 0
}
