/** Which of a user's accounts an address is. */
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

/** @returns the account with this address, or the preferred one when none is named. `own` is that of the key itself */
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
 * @param own the account of the key itself
 * @param smart its smart account on a network; undefined if it has none
 * @returns `none` for the smart account of other networks: its address is the same on all, and nothing is there on this one
 * @throws Denied 4100 for an address of nobody or of others
 */
export function kindOf(own: Hex, smart: Hex | undefined, address: Hex): 'smart' | 'plain' | 'none' {
  if (!smart && isAddressEqual(address, accountOf(own))) return 'none'
  return pick(own, smart, false, address).smart ? 'smart' : 'plain'
}
