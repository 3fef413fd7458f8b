/** How the person calls addresses: by the names of their contacts, else by their short form. */
import { contactNames, type PluginKit, shortAddress } from 'walletkit/plugin'
import type { NameOf } from './entry.ts'

export function namesOf(kit: Pick<PluginKit, 'account' | 'contacts'>): NameOf {
  const nameOf = contactNames(kit)
  return (address) => nameOf(address) ?? shortAddress(address)
}
