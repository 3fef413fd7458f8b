import type { PluginKit } from '../contracts/pluginKit.ts'
import { addressKey } from '../lib/lookAlike.ts'

/**
 * Returns a function that gives the person's own name for an address of the active namespace; `undefined` for an
 * address without a contact. It reads the contacts once, so use the same function for a whole list.
 *
 * @example
 * ```ts
 * import { contactNames, type PluginKit, shortAddress } from 'walletkit/plugin'
 *
 * function shown(kit: PluginKit, addresses: string[]) {
 *   const nameOf = contactNames(kit)
 *   return addresses.map((address) => nameOf(address) ?? shortAddress(address))
 * }
 * ```
 */
export function contactNames(kit: Pick<PluginKit, 'account' | 'contacts'>): (address: string) => string | undefined {
  const { namespace } = kit.account()
  const own = kit.contacts.list().filter((each) => each.namespace === namespace)
  const names = new Map(own.map(({ address, name }) => [addressKey(address), name]))
  return (address) => names.get(addressKey(address))
}
