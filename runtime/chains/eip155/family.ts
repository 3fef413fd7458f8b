import type { Family } from '../../contracts/family.ts'

export const eip155: Family = {
  namespace: 'eip155',
  // Some people paste an address without 0x.
  address: /^(0x)?[\da-f]{40}$/i,
}
