/** Whom a page may contact because of us: the hosts that its config names, and no other (decisions 5.2). */
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { requestedNetworks } from '../state/networks.ts'

const originOf = (url: string | null | undefined) => (url && URL.canParse(url) ? [new URL(url).origin] : [])

function origins(urls: readonly (string | null | undefined)[]): Set<string> {
  return new Set(urls.flatMap(originOf))
}

/** Services and the nodes of the listed networks, those that code added later included. */
const callable = ({ config, state }: Kit) =>
  origins([
    ...Object.values(config.services ?? {}),
    ...Object.values(config.customRpcUrls ?? {}).flat(),
    ...requestedNetworks(state.networks).flatMap(({ rpcUrls }) => [
      ...rpcUrls.default.http,
      ...(rpcUrls.chainDefault?.http ?? []),
    ]),
  ])

/**
 * The page's `fetch` for hosts of the config. Throws a `HOST_REFUSED` for any other, also for one that a service
 * redirects to: then as the TypeError that `fetch` gives.
 */
export const hostFetch =
  (kit: Kit): typeof fetch =>
  async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const [origin = url] = originOf(url)
    if (!callable(kit).has(origin))
      throw new WalletKitError('HOST_REFUSED', `${origin} is not among the hosts that the config names`)
    return fetch(input, { ...init, redirect: 'error' })
  }

/** Hosts of images that the config names; read once, since a wallet list may be long and every image asks. */
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

/** Whether an image may be asked for: a picture of the page's own, one in the text itself, or one of a named host. */
export function mayShow(kit: Kit, src: string): boolean {
  if (/^(data:image\/|blob:|\/(?!\/))/.test(src)) return true
  // A list of thousands asks for each of its pictures: nothing is parsed where the text says it already.
  for (const origin of named(kit)) if (src.startsWith(`${origin}/`)) return true
  const [origin = ''] = originOf(src)
  if (!/^https?:/.test(origin)) return false
  return named(kit).has(origin) || networkHosts(kit).has(origin)
}

const networkHosts = ({ state }: Kit) =>
  origins(requestedNetworks(state.networks).map(({ assets }) => assets?.imageUrl))
