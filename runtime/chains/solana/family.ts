import type { Family } from '../../contracts/family.ts'

export const solana: Family = {
  namespace: 'solana',
  // Base58 of 32 bytes.
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}
