import { defineMessages } from '../context.ts'

/** The names of the namespaces for visitors. */
export const namespaceMessages = defineMessages({
  'namespace.eip155': 'EVM Networks',
  'namespace.solana': 'Solana',
  'namespace.polkadot': 'Polkadot',
  'namespace.bip122': 'Bitcoin',
})
