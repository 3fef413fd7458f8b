/**
 * The state of what Connect loads from the wallet directory in the background: its size, the featured and the first
 * wallets.
 */
import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../../../contracts/config.ts'
import { perKit } from '../../../contracts/perKit.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { knownWallet } from '../../../wallets/wallet.ts'

export type DirectoryState = {
  /** Number of wallets in the directory; `undefined` until the service answers. */
  count: number | undefined
  /**
   * A few wallets of the directory besides the featured ones: Connect recommends some of them, and the All Wallets row
   * shows their images.
   */
  sample: Wallet[]
  featured: Wallet[]
  /** There is a directory, and no request to it has been answered or failed yet. */
  waiting: boolean
}

/** Whether the config names a directory: a service or a list. Does not load the code that requests it. */
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

/** `7`, `480`, `480+`: from ten on rounded down to tens, with a plus if that left some out. */
export const countTag = (count: number) => (count < 10 || count % 10 === 0 ? String(count) : `${count - (count % 10)}+`)
