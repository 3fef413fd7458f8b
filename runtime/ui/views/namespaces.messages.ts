import { defineMessages } from '../context.ts'

/** What a visitor calls a namespace (reference 1.7). */
export const namespaceMessages = defineMessages({
  'namespace.eip155': 'EVM Networks',
  'namespace.solana': 'Solana',
  'namespace.polkadot': 'Polkadot',
  'namespace.bip122': 'Bitcoin',
})
