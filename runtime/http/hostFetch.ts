/** Limits the hosts that this library fetches data from to those that the config or the site names. */
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../contracts/kit.ts'
import { requestedNetworks } from '../state/networks.ts'
import { paymasterUrl } from './endpoint.ts'
import { originOf, origins } from './hosts.ts'

/**
 * The origins that the kit may call: those of the config's services and `customRpcUrls`, and of the nodes of the listed
 * networks. Networks that the site added later are listed too.
 */
export const callable = ({ config, state }: Kit) =>
  origins([
    ...Object.values(config.services ?? {}),
    ...Object.values(config.customRpcUrls ?? {}).flat(),
    ...requestedNetworks(state.networks).flatMap((network) => [
      ...network.rpcUrls.default.http,
      ...(network.rpcUrls.chainDefault?.http ?? []),
      paymasterUrl(config, network),
    ]),
  ])

/**
 * The page's `fetch`, for {@link callable} hosts only. Rejects with `HOST_REFUSED` for another host. If a service
 * redirects, `fetch` rejects with its TypeError, because a redirect could lead to another host.
 */
export const hostFetch =
  (kit: Kit): typeof fetch =>
  async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const [origin = url] = originOf(url)
    if (!callable(kit).has(origin))
      throw new WalletKitError('HOST_REFUSED', `${origin} is not among the hosts that the config names`)
    return pageFetch(kit)(input, { ...init, redirect: 'error' })
  }

/** The page's `fetch`, or the function that replaces it to record the kit's requests (`kit.fetch`). */
export const pageFetch =
  (kit: Kit): typeof fetch =>
  (input, init) =>
    (kit.fetch ?? fetch)(input, init)
