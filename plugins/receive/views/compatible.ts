import type { PluginKit } from 'walletkit/plugin'

/** The networks that share the active account's kind of address. */
export function compatibleNetworks(kit: Pick<PluginKit, 'account' | 'networks'>) {
  const { namespace } = kit.account()
  return kit.networks().filter(({ chainNamespace }) => chainNamespace === namespace)
}
