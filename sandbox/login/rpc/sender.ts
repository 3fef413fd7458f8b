/** Finds which of a user's accounts has an address. */
import { type Hex, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { accountOf } from '../../smartAccounts/account.ts'
import { Denied } from '../denied.ts'

/** The account that sends: with `smart`, the smart account that the key `owner` controls; else the key's own. */
export type Sender = { owner: PrivateKeyAccount; address: Hex; smart: boolean }
/**
 * Finds which of a user's accounts has this address; without an address, the one that the user prefers.
 * @throws Denied 4100 if none has it
 */
export type SenderOf = (address: Hex | undefined, caip: string) => Promise<Sender>

/**
 * Chooses between a user's two accounts.
 * @returns the account with this address, or the preferred one when `address` is undefined. `own` is the address of the
 * key itself
 * @throws Denied 4100 for another address
 */
export function pick(
  own: Hex,
  smart: Hex | undefined,
  preferSmart: boolean,
  address: Hex | undefined,
): Omit<Sender, 'owner'> {
  if (smart && (address ? isAddressEqual(address, smart) : preferSmart)) return { address: smart, smart: true }
  if (!address || isAddressEqual(address, own)) return { address: own, smart: false }
  throw new Denied(`This login has no account ${address}`, 403, 4100)
}

/**
 * Tells which of a user's accounts has an address: `smart`, the smart account; `plain`, the key's own.
 * @param own the address of the key itself
 * @param smart its smart account on a network; undefined if the network has no smart accounts
 * @returns `none` for the address of the smart account on a network without smart accounts: the address is the same on
 *   all networks
 * @throws Denied 4100 for an address that is none of the user's accounts
 */
export function kindOf(own: Hex, smart: Hex | undefined, address: Hex): 'smart' | 'plain' | 'none' {
  if (!smart && isAddressEqual(address, accountOf(own))) return 'none'
  return pick(own, smart, false, address).smart ? 'smart' : 'plain'
}
