/** Adds to a kit the part of the config that the build keeps out of the page's first script. */
import type { PluginList } from '../contracts/config.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { copy } from '../lib/copy.ts'
import { requestedNetworks } from '../state/networks.ts'

/**
 * Adds the loaded plugins, and the late part of the config (`list.rest`), to the kit. What the page passed in code, or
 * has changed since, is not overwritten. Only the first call for a kit has an effect.
 */
export function complete(kit: Kit, list: PluginList): void {
  if (kit.plugins) return
  kit.plugins = list
  const { config = {}, networks = {}, chains = [], parts } = list.rest ?? {}
  const given = kit.config
  Object.assign(kit.parts, { ...parts, ...kit.parts })
  if (!given.basic)
    for (const chain of chains) if (!kit.chains.has(chain.namespace)) kit.chains.set(chain.namespace, chain)

  const whole = (network: CaipNetwork): CaipNetwork => {
    const own = networks[network.caipNetworkId]
    return { ...own, ...network, rpcUrls: { ...own?.rpcUrls, ...network.rpcUrls } }
  }
  kit.config = Object.freeze({
    ...copy(config),
    ...given,
    features: { ...config.features, ...given.features },
    ...(given.networks && { networks: given.networks.map(whole) }),
  })
  for (const network of requestedNetworks(kit.state.networks))
    if (networks[network.caipNetworkId]) Object.assign(network, whole(copy(network)))

  const { options } = kit.state
  // Wallet lists are long and do not change: they stay in the config.
  const { features, wallets: _wallets, ...late } = copy(config)
  const own = copy(options)
  Object.assign(options, { ...late, ...own, features: { ...features, ...own.features } })
}
