import type { PluginKit } from 'walletkit/plugin'

/** The networks of the active account's namespace, where its address is valid. */
export function compatibleNetworks(kit: Pick<PluginKit, 'account' | 'networks'>) {
  const { namespace } = kit.account()
  return kit.networks().filter(({ chainNamespace }) => chainNamespace === namespace)
}
