/** Returns a function from an address to the contact's name, else to its short form. */
import { contactNames, type PluginKit, shortAddress } from 'walletkit/plugin'
import type { NameOf } from './entry.ts'

export function namesOf(kit: Pick<PluginKit, 'account' | 'contacts'>): NameOf {
  const nameOf = contactNames(kit)
  return (address) => nameOf(address) ?? shortAddress(address)
}
