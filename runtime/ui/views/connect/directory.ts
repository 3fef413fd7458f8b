/** What the Connect view learns of the wallet directory, in the background: its size and the featured wallets. */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../../../config.ts'
import { fetchWallets, hasDirectory } from '../../../data/wallets.ts'
import { perKit } from '../../../lib/perKit.ts'
import type { Kit } from '../../../kit.ts'
import { knownWallet } from './rows.ts'

export type DirectoryState = {
  /** How many wallets there are; unknown until the service answered. */
  count: number | undefined
  /** The first few, for the picture of the All Wallets row. */
  sample: Wallet[]
  featured: Wallet[]
  /** Featured wallets that are still being asked for. */
  waiting: number
  asked: boolean
}

const SAMPLE = 4

export const directoryState = perKit((kit) => {
  const ids = kit.config.wallets?.featured ?? []
  const featured = ids.flatMap((id) => knownWallet(kit, id) ?? [])
  const waiting = kit.config.services?.wallets ? ids.length - featured.length : 0
  return proxy<DirectoryState>({
    count: undefined,
    sample: [],
    featured: structuredClone(featured),
    waiting,
    asked: false,
  })
})

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

/** `7`, `480+`: rounded down to tens from ten up (reference 1.14). */
export const countTag = (count: number) => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`)
