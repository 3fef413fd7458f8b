import type { PluginKit } from '../contracts/pluginKit.ts'
import { addressKey } from '../lib/lookAlike.ts'

/**
 * How the person calls addresses of the active namespace. Reads the contacts once, so keep the function for a whole list.
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
