/**
 * Decides which images the modal may load: the page's own, and those from hosts that the config or a listed network
 * names.
 */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { requestedNetworks } from '../state/networks.ts'

export const originOf = (url: string | null | undefined) => (url && URL.canParse(url) ? [new URL(url).origin] : [])

export function origins(urls: readonly (string | null | undefined)[]): Set<string> {
  return new Set(urls.flatMap(originOf))
}

/**
 * The origins of images that the config names. Calculated once: wallet lists may be long, and every image checks its
 * host.
 */
const named = perKit(({ config: { images, wallets, tokens, metadata, services } }) =>
  origins([
    globalThis.location?.origin,
    services?.images,
    services?.wallets,
    services?.api,
    images?.base,
    ...Object.values(images?.networks ?? {}),
    ...Object.values(images?.connectors ?? {}),
    ...[...(wallets?.list ?? []), ...(wallets?.custom ?? [])].map(({ image_url }) => image_url),
    ...Object.values(tokens ?? {}).map(({ image }) => image),
    ...(metadata?.icons ?? []),
  ]),
)

/**
 * Whether the modal may load an image: an image of the page itself, a data or blob URI, or one from a host that the
 * config or a listed network names.
 */
export function mayShow(kit: Kit, src: string): boolean {
  // A path of the page itself begins with one slash. Refuse `/\host`, and a line break after the slash, because
  // browsers read both as `//host`.
  if (/^(data:image\/|blob:|\/(?![/\\\s]))/.test(src)) return true
  // Compare text first: a list of thousands of wallets checks each image, and parsing URLs is slower.
  for (const origin of named(kit)) if (src.startsWith(`${origin}/`)) return true
  const [origin = ''] = originOf(src)
  if (!/^https?:/.test(origin)) return false
  return named(kit).has(origin) || networkHosts(kit).has(origin)
}

/**
 * Reads the networks of the state and of the config: the config has their pictures earlier (`actions/complete.ts`), and
 * the modal may draw them before the state has them.
 */
const networkHosts = ({ config, state }: Kit) =>
  origins([...requestedNetworks(state.networks), ...(config.networks ?? [])].map(({ assets }) => assets?.imageUrl))
