/** The files that `walletkit import --write` adds to a project. */
export const kitFile = (generated: string) => `import { createWalletKit } from 'walletkit'
import { generated } from '${generated}'

export const kit = createWalletKit(generated)
`

export const WAGMI_FILE = `import { createConfig, http } from 'wagmi'
import { toChains } from 'walletkit/viem'
import { walletkitConnector } from 'walletkit/wagmi'
import { kit } from './walletkit'

const chains = toChains(kit)

export const wagmiConfig = createConfig({
  chains,
  connectors: [walletkitConnector(kit)],
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
  // The kit finds the wallets; without this wagmi lists each of them once more.
  multiInjectedProviderDiscovery: false,
})
`
