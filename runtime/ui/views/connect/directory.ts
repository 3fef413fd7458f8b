/** What the Connect view learns of the wallet directory, in the background: its size, the featured and the first wallets. */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../../../config.ts'
import { perKit } from '../../../lib/perKit.ts'
import type { Kit } from '../../../kit.ts'
import { knownWallet } from '../../../data/wallet.ts'

export type DirectoryState = {
  /** How many wallets there are; unknown until the service answered. */
  count: number | undefined
  /** The first few beside the featured: recommended, and in the picture of the All Wallets row. */
  sample: Wallet[]
  featured: Wallet[]
  /** Nothing was heard of the directory yet. */
  waiting: boolean
}

/** Whether the site named a directory, without loading what asks it. */
export const hasDirectory = ({ config }: Kit) => Boolean(config.services?.wallets ?? config.wallets?.list?.length)

export const directoryState = perKit((kit) => {
  const featured = (kit.config.wallets?.featured ?? []).flatMap((id) => knownWallet(kit, id) ?? [])
  return proxy<DirectoryState>({
    count: undefined,
    sample: [],
    featured: structuredClone(featured),
    waiting: hasDirectory(kit),
  })
})

/** `7`, `480`, `480+`: from ten up rounded down to tens, with a plus where that left some out. */
export const countTag = (count: number) => (count < 10 || count % 10 === 0 ? String(count) : `${count - (count % 10)}+`)
