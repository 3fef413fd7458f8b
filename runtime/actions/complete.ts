/** Adds to a kit the parts of the state and of the config that the page's first script lacks, to keep that small. */
import type { PluginList } from '../contracts/config.ts'
import type { Kit, LateState } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { perKit } from '../contracts/perKit.ts'
import { copy } from '../lib/copy.ts'
import { createAlertState } from '../state/alert.ts'
import { requestedNetworks } from '../state/networks.ts'
import { createRouterState } from '../state/router.ts'
import { createToastState } from '../state/toast.ts'

type LateNetworks = NonNullable<NonNullable<PluginList['rest']>['networks']>

/**
 * The late parts of the networks (explorers, public RPC addresses, pictures), until {@link completeNetworks} has added
 * them to the state.
 */
const waiting = perKit((): { networks?: LateNetworks } => ({}))

/**
 * Adds the rest of the state, the loaded plugins, and the late part of the config (`list.rest`), to the kit. What the
 * page passed in code, or has changed since, is not overwritten. Only the first call for a kit has an effect.
 */
export function complete(kit: Kit, list: PluginList): void {
  completeConfig(kit, list)
  completeNetworks(kit)
}

/** As {@link complete}, but leaves the networks in the state as they are, for {@link completeNetworks}. */
export function completeConfig(kit: Kit, list: PluginList): void {
  const { router }: Partial<LateState> = kit.state
  if (router) return
  Object.assign(kit.state, createLateState())
  kit.plugins = list
  const { config = {}, networks = {}, chains = [], parts } = list.rest ?? {}
  const given = kit.config
  waiting(kit).networks = networks
  Object.assign(kit.parts, { ...parts, ...kit.parts })
  if (!given.basic)
    for (const chain of chains) if (!kit.chains.has(chain.namespace)) kit.chains.set(chain.namespace, chain)

  kit.config = Object.freeze({
    ...copy(config),
    ...given,
    features: { ...config.features, ...given.features },
    ...(given.networks && { networks: given.networks.map((network) => whole(network, networks)) }),
  })

  const { options } = kit.state
  // Wallet lists are long and do not change: they stay in the config, and are not copied into `options`.
  const { features, wallets: _wallets, ...late } = copy(config)
  const own = copy(options)
  Object.assign(options, { ...late, ...own, features: { ...features, ...own.features } })
}

/**
 * Adds the late parts of the networks to the state. The page's own components then render again, so a first open draws
 * the modal before it calls this.
 */
export function completeNetworks(kit: Kit): void {
  const held = waiting(kit)
  const { networks } = held
  if (!networks) return
  delete held.networks
  for (const network of requestedNetworks(kit.state.networks))
    if (networks[network.caipNetworkId]) Object.assign(network, whole(copy(network), networks))
}

/** The network with its late parts added. Fields that it has already are not overwritten. */
function whole(network: CaipNetwork, late: LateNetworks): CaipNetwork {
  const own = late[network.caipNetworkId]
  return { ...own, ...network, rpcUrls: { ...own?.rpcUrls, ...network.rpcUrls } }
}

const createLateState = (): LateState => ({
  router: createRouterState(),
  toast: createToastState(),
  alert: createAlertState(),
})
