import { polkadotAccounts, type PolkadotAccount } from './otherAccounts.ts'

/** The Polkadot network's entry in `/status`. There is no node: accounts can sign, but nothing is sent. */
export type SandboxPolkadot = { caipNetworkId: string; name: string; accounts: readonly PolkadotAccount[] }

export const polkadot: SandboxPolkadot = {
  caipNetworkId: 'polkadot:2b086afabd2c77b63e5e147e308568e2',
  name: 'Sandbox Polkadot',
  accounts: polkadotAccounts,
}
