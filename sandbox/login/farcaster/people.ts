/**
 * The people on the sandbox's Farcaster: the first test accounts. On the real network a contract (the id registry on OP
 * Mainnet) says which address owns an fid; `walletkit-server` asks that contract.
 */
import type { Hex } from 'viem'
import { testAccounts } from '../../accounts.ts'

export type Fid = { fid: number; name: string; custody: Hex; privateKey: Hex }

export const FARCASTER_PEOPLE: readonly Fid[] = ['noah', 'olivia', 'mateo'].flatMap((name, index) => {
  const account = testAccounts[index]
  return account ? [{ fid: index + 1, name, custody: account.address, privateKey: account.privateKey }] : []
})
