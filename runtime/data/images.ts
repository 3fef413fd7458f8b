import type { CaipNetwork } from '../chains/network.ts'
import type { Kit } from '../kit.ts'
import type { Snapshot } from 'valtio/vanilla'

/** Where a network's image is: its own URL, else its image id at the image host; `undefined` draws its letter. */
export function networkImage(kit: Kit, network: CaipNetwork | Snapshot<CaipNetwork>): string | undefined {
  const own = kit.config.images?.networks?.[network.caipNetworkId] ?? network.assets?.imageUrl
  if (own) return own
  const base = kit.config.images?.base ?? kit.config.services?.images
  return network.assets?.imageId && base
    ? `${base.replace(/\/$/, '')}/public/getAssetImage/${network.assets.imageId}`
    : undefined
}
