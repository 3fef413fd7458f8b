import { createConfig, http } from '@wagmi/core'
import type { WalletKit } from 'walletkit'
import { toChains } from 'walletkit/viem'
import { walletkitConnector } from 'walletkit/wagmi'

export function wagmiOf(kit: WalletKit) {
  const chains = toChains(kit)
  return createConfig({
    chains,
    connectors: [walletkitConnector(kit)],
    transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
    // The kit finds the wallets. Without this, wagmi lists each of them a second time.
    multiInjectedProviderDiscovery: false,
  })
}
