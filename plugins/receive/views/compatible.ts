import type { PluginKit } from 'walletkit/plugin'

/**
 * The networks of the active account's namespace, where its address is valid. Only the active network for a smart
 * account, which is a contract and may not exist on other networks, so that what is sent to its address there may be
 * lost; and for Bitcoin, because its test networks have addresses of their own.
 */
export function compatibleNetworks(kit: Pick<PluginKit, 'account' | 'network' | 'networks'>) {
  const { namespace, preferredAccountType } = kit.account()
  const active = kit.network()?.caipNetworkId
  const isOnlyHere = preferredAccountType === 'smartAccount' || namespace === 'bip122'
  return kit
    .networks()
    .filter(({ chainNamespace }) => chainNamespace === namespace)
    .filter(({ caipNetworkId }) => !isOnlyHere || caipNetworkId === active)
}
