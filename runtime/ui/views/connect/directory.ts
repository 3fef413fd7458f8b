/** What the Connect view learns of the wallet directory, in the background: its size and the featured wallets. */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../../../config.ts'
import { perKit } from '../../../lib/perKit.ts'
import type { Kit } from '../../../kit.ts'
import { knownWallet } from '../../../data/wallet.ts'

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

/** Whether the site named a directory, without loading what asks it. */
export const hasDirectory = ({ config }: Kit) => Boolean(config.services?.wallets ?? config.wallets?.list?.length)

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

/** `7`, `480+`: rounded down to tens from ten up (reference 1.14). */
export const countTag = (count: number) => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`)
