import type { CaipNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Snapshot } from 'valtio/vanilla'

/** The ids of well-known connectors' images at the image service of the public wallet directory. */
export const CONNECTOR_IMAGES: Readonly<Record<string, string>> = {
  coinbaseWallet: '0c2840c3-5b04-4c44-9661-fbd4b49e1800',
  coinbaseWalletSDK: '0c2840c3-5b04-4c44-9661-fbd4b49e1800',
  safe: '461db637-8616-43ce-035a-d89b8a1d5800',
  ledger: '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300',
  walletConnect: 'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400',
  injected: '07ba87ed-43aa-4adf-4540-9e6a2b9cae00',
}

/** The URL of a network's or connector's image at the image service; `undefined` without an id or a service. */
export function assetImage({ config }: Kit, id: string | undefined): string | undefined {
  const base = config.images?.base ?? config.services?.images
  return id && base ? `${base.replace(/\/$/, '')}/public/getAssetImage/${id}` : undefined
}

/**
 * The URL of a network's image: the one in the config (a URL or an image id), else the network's own URL, else `icon`,
 * the picture that ships with the page, else its image id at the image service. `undefined` if there is none: the
 * network's first letter then shows. Pass `icon` as `false` while the page's pictures are still loading, so that no
 * image is fetched in vain.
 */
export function networkImage(
  kit: Kit,
  network: CaipNetwork | Snapshot<CaipNetwork>,
  icon?: string | false,
): string | undefined {
  const own = kit.config.images?.networks?.[network.caipNetworkId]
  // A URL contains a slash or a colon; an id contains neither.
  if (own) return /[/:]/.test(own) ? own : assetImage(kit, own)
  if (network.assets?.imageUrl) return network.assets.imageUrl
  return icon === false ? undefined : (icon ?? assetImage(kit, network.assets?.imageId))
}
