import { createClient, http } from 'viem'
import { mainnet, type Chain } from 'viem/chains'
import { createConfig } from 'wagmi'
import siteConfig from '~~/site.config'
import { wagmiConnectors } from './wagmiConnectors'

const { targetNetworks } = siteConfig

export const enabledChains = targetNetworks.find((network: Chain) => network.id === 1)
  ? targetNetworks
  : ([...targetNetworks, mainnet] as const)

export const wagmiConfig = createConfig({
  chains: enabledChains,
  connectors: wagmiConnectors(),
  ssr: true,
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
