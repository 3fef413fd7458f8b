/** Decides on which of the site's networks the active account exists. */
import type { CaipNetwork, PluginKit } from 'walletkit/plugin'

/**
 * The active network, then the site's other networks of its namespace. For a smart account, only the active network:
 * the account is a contract, which may not exist on other networks, or may belong to another person there. Empty
 * without an account or network.
 */
export function networksOf(kit: Pick<PluginKit, 'account' | 'network' | 'networks'>): CaipNetwork[] {
  const { address, namespace, preferredAccountType } = kit.account()
  const active = kit.network()
  if (!address || !active || active.chainNamespace !== namespace) return []
  if (preferredAccountType === 'smartAccount') return [active]
  const others = kit
    .networks()
    .filter(
      ({ chainNamespace, caipNetworkId }) => chainNamespace === namespace && caipNetworkId !== active.caipNetworkId,
    )
  return [active, ...others]
}
