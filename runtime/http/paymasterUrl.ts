import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'

/**
 * The URL of the site's paymaster (ERC-7677) for a network; `undefined` if the site has none, or none for this
 * namespace. `{chainId}` may be in the host name too, as some services have a host for each network.
 */
export function paymasterUrl(
  { config }: Pick<Kit, 'config'>,
  { chainNamespace, id }: Pick<CaipNetwork, 'chainNamespace' | 'id'>,
): string | undefined {
  return chainNamespace === 'eip155' ? config.services?.paymaster?.replaceAll('{chainId}', String(id)) : undefined
}
