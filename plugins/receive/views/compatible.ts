import type { PluginKit } from 'walletkit/plugin'

/**
 * The networks of the active account's namespace, where its address is valid. For a smart account, only the active
 * network: the account is a contract, which may not exist on other networks, so what is sent to its address there may
 * be lost.
 */
export function compatibleNetworks(kit: Pick<PluginKit, 'account' | 'network' | 'networks'>) {
  const { namespace, preferredAccountType } = kit.account()
  const active = kit.network()?.caipNetworkId
  return kit
    .networks()
    .filter(({ chainNamespace }) => chainNamespace === namespace)
    .filter(({ caipNetworkId }) => preferredAccountType !== 'smartAccount' || caipNetworkId === active)
}
