import type { Family } from '../../contracts/family.ts'
import { words } from '../../lib/text.ts'

export const solana: Family = {
  namespace: 'solana',
  name: 'Solana',
  // Base58 of 32 bytes.
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  nativeToken: 'So11111111111111111111111111111111111111111',
  methods: words(`solana_signMessage solana_signTransaction solana_requestAccounts solana_getAccounts
    solana_signAllTransactions solana_signAndSendTransaction`),
}
