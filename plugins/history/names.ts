/** How the person calls addresses: by the names of their contacts. */
import { addressKey, type PluginKit, shortAddress } from 'walletkit/plugin'
import type { NameOf } from './entry.ts'

/** Reads the contacts once; an address without a name has its short form. */
export function namesOf(kit: Pick<PluginKit, 'account' | 'contacts'>): NameOf {
  const { namespace } = kit.account()
  const own = kit.contacts.list().filter((each) => each.namespace === namespace)
  const names = new Map(own.map(({ address, name }) => [addressKey(address), name]))
  return (address) => names.get(addressKey(address)) ?? shortAddress(address)
}
